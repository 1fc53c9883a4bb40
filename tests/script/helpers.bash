# Helpers for several .bats files.

# not COMMAND...: fails if the command succeeds; bats ignores the status of `! command`.
not() {
    ! "$@"
}

# engine LINE...: sends the lines to the engine $MISERE; its answers are in $output.
engine() {
    run timeout 60 "$MISERE" < <(printf '%s\n' "$@")
    [ "$status" -eq 0 ]
}

# $output has this line (has), a line that matches (like), or no line that matches (unlike).
has() {
    grep -qxF -- "$1" <<< "$output" || { echo "missing: $1"; echo "$output"; return 1; }
}

like() {
    grep -qE -- "$1" <<< "$output" || { echo "nothing like: $1"; echo "$output"; return 1; }
}

unlike() {
    ! grep -qE -- "$1" <<< "$output" || { echo "unwanted: $1"; echo "$output"; return 1; }
}

# learned: prints the number of games in the experience file `file`.
learned() {
    od -An -tu4 --endian=big -j12 -N4 file | tr -d ' '
}
