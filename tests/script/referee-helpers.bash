# Helpers for the scripts that test the referee.

load helpers

SCHEMAS=$ROOT/schemas
CHAOS=$TEST_BIN/mock_chaos

# referee WORD...: plays a tournament in the folder `out`, by default with seed 1, and expects success.
referee() {
    local seed=(--seed 1)
    [[ " $* " != *' --resume '* && " $* " != *' --seed '* ]] || seed=()
    run timeout 300 "$BIN/misere-referee" --quiet --out out "$@" "${seed[@]}"
    [ "$status" -eq 0 ] || { echo "status $status: $output"; return 1; }
}

# refused STATUS TEXT WORD...: expects that exit status, and one line that contains the text.
refused() {
    local wanted=$1 text=$2
    shift 2
    run timeout 300 "$BIN/misere-referee" --quiet "$@"
    [ "$status" -eq "$wanted" ] && [[ "$output" == "misere-referee: "*"$text"* ]] &&
        [ "${#lines[@]}" -eq 1 ] || { echo "status $status: $output"; return 1; }
}

# games FILTER [FOLDER]: applies a jq filter to the games of a log.
games() {
    jq -rc "if .log then empty else ($1) end" "${2:-out}/log.jsonl"
}

# played GAMES [FOLDER]: waits until the log has GAMES games; fails after minutes.
played() {
    for _ in {1..6000}; do
        [ ! -f "${2:-out}/log.jsonl" ] || [ "$(wc -l <"${2:-out}/log.jsonl")" -le "$1" ] || return 0
        sleep 0.05
    done
    return 1
}

# same FILE FILE
same() {
    diff -u "$1" "$2"
}

PLAYERS="--player random --player greedy --player minimax2"
