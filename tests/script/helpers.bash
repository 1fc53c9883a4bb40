# Helpers for several .bats files.

# not COMMAND...: fails if the command succeeds; bats ignores the status of `! command`.
not() {
    ! "$@"
}

# engine LINE...: sends the lines to the engine $MISERE; its answers are in $output.
engine() {
    run timeout 300 "$MISERE" < <(printf '%s\n' "$@")
    [ "$status" -eq 0 ]
}

# matches PATTERN: has $output a line that matches? grep would be a process more each time. bats traps each command of a
# function, which would take most of the time here.
matches() {
    local -
    set +T
    line_matches "$1"
}

line_matches() {
    local line
    while IFS= read -r line; do
        if [[ $line =~ $1 ]]; then return 0; fi
    done <<< "$output"
    return 1
}

# $output has this line (has), a line that matches (like), or no line that matches (unlike).
has() {
    [[ $'\n'$output$'\n' == *$'\n'"$1"$'\n'* ]] || { echo "missing: $1"; echo "$output"; return 1; }
}

like() {
    matches "$1" || { echo "nothing like: $1"; echo "$output"; return 1; }
}

unlike() {
    ! matches "$1" || { echo "unwanted: $1"; echo "$output"; return 1; }
}

# learned: prints the number of games in the experience file `file`.
learned() {
    od -An -tu4 --endian=big -j12 -N4 file | tr -d ' '
}
