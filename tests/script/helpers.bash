# Helpers for several .bats files.
bats_require_minimum_version 1.5.0

# The folders of the source, the programs, those that only tests use, and the tests' data; two of the programs.
ROOT=${BATS_TEST_DIRNAME%/tests/*}
BIN=$(realpath -m "${MISERE_BIN:-bin}")
TEST_BIN=$(realpath -m "${MISERE_TESTS:-build/tests}")
DATA=$ROOT/tests/data
MISERE=$BIN/misere
MOCK=$TEST_BIN/mock_engine

# Each test has a folder of its own.
setup() {
    cd "$BATS_TEST_TMPDIR"
}

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

# gone PATTERN: waits until no process has a matching command line; fails after minutes.
gone() {
    for _ in {1..3000}; do
        pgrep -f -- "$1" > /dev/null || return 0
        sleep 0.1
    done
    pgrep -af -- "$1"
    return 1
}

# await_size FILE BYTES: waits until the file has so many bytes; minutes at most.
await_size() {
    for _ in {1..15000}; do
        [ "$(stat -c %s "$1" 2> /dev/null || echo 0)" -lt "$2" ] || break
        sleep 0.02
    done
}

# learned: prints the number of games in the experience file `file`.
learned() {
    od -An -tu4 --endian=big -j12 -N4 file | tr -d ' '
}

# losers_book FILE: makes a book for losers: a2a4 or, less often, h2h4; then h7h5 after a2a4.
losers_book() {
    local game number=0
    printf '%s\n' '{"log":"misere-referee 1","arguments":["--ruleset","losers"]}' > "$1.jsonl"
    for game in 'a2a4 h7h5 '{b2b3,c2c3,d2d3,e2e3,f2f3,g2g3,h2h3,b1a3} 'a2a4 '{a7a6,b7b6,c7c6,d7d6} \
        'h2h4 '{a7a6,b7b6,c7c6,d7d6,e7e6,f7f6,g7g6,h7h6}; do
        printf '{"game":%d,"result":"1/2-1/2","reason":"","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","opening":0,"turns":"%s"}\n' \
            $((++number)) "$game"
    done >> "$1.jsonl"
    "$BIN/misere-book" --out "$1" "$1.jsonl" 2> /dev/null
}
