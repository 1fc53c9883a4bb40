# Helpers of several .bats files.

# not COMMAND...: bats overlooks a failing `! command`.
not() {
    ! "$@"
}

# engine LINE...: tells the engine MISERE the lines; its answers are in $output.
engine() {
    run timeout 60 "$MISERE" < <(printf '%s\n' "$@")
    [ "$status" -eq 0 ]
}

# Is there a line that is this, is there one like this, is there none?
has() {
    grep -qxF -- "$1" <<< "$output" || { echo "missing: $1"; echo "$output"; return 1; }
}

like() {
    grep -qE -- "$1" <<< "$output" || { echo "nothing like: $1"; echo "$output"; return 1; }
}

unlike() {
    ! grep -qE -- "$1" <<< "$output" || { echo "unwanted: $1"; echo "$output"; return 1; }
}
