#!/usr/bin/env bats
# The tuner: what it prints, and what it refuses.

setup() {
    BIN=$(realpath "${MISERE_BIN:-bin}")
    cd "$BATS_TEST_TMPDIR"
}

play() { # FOLDER RULESET
    "$BIN/misere-referee" --quiet --ruleset "$2" --player greedy --player random --games 200 \
        --random-plies 4 --draws --out "$1" > /dev/null
}

@test "the fitted weights foretell results better than those in use" {
    play games 6170-spring-2007
    run "$BIN/misere-tune" games/log.jsonl
    [ "$status" -eq 0 ]
    read -r positions _ _ fitted _ _ _ _ _ used <<< "${lines[0]//,/}"
    [ "$positions" -gt 1000 ]
    awk -v a="$fitted" -v b="$used" 'BEGIN { exit !(a > 0 && a < 0.6931 && a < b) }'
    [ "$(grep -c 'Pawns\|Threatened\|To move' <<< "$output")" -eq 4 ]
    [[ "${lines[-1]}" == "{"*"}" ]]
}

@test "logs of the same family go together, others do not" {
    play a 6170-spring-2007
    play b 6170-fall-2007
    play c losers
    "$BIN/misere-tune" a/log.jsonl b/log.jsonl
    run "$BIN/misere-tune" a/log.jsonl c/log.jsonl
    [ "$status" -eq 1 ]
    [[ "$output" == *'c/log.jsonl: is of another family'* ]]
}

@test "what is no log is refused" {
    for bad in /dev/null missing; do
        run "$BIN/misere-tune" "$bad"
        [ "$status" -eq 1 ]
        [[ "$output" == "misere-tune: $bad: "* ]]
    done
    echo '{"log":"misere-referee 1","arguments":["--ruleset","chess"]}' > log
    run "$BIN/misere-tune" log
    [[ "$status" -eq 1 && "$output" == *'known ruleset'* ]]
    printf '%s\n' '{"log":"misere-referee 1","arguments":[]}' '{"game":1}' > log
    run "$BIN/misere-tune" log
    [[ "$status" -eq 1 && "$output" == *'log:2: '*'no result'* ]]
    run "$BIN/misere-tune"
    [ "$status" -eq 2 ]
}
