#!/usr/bin/env bats
# misere-puzzles: puzzles from logs and other files. shipped-puzzles.t checks those of the board's page.

load helpers

puzzles() {
    run timeout 300 "$BIN/misere-puzzles" "$@"
}

# Writes a log with one game; its last two positions are a win in two and, two turns later, in one.
log() {
    printf '%s\n' '{"log":"misere-referee 1","arguments":["--ruleset","6170-spring-2007"]}' \
        '{"game":1,"result":"1-0","fen":"3k1bn1/1b1p1p2/n2p2p1/8/4r3/P2p4/8/1N1K4 w - - 0 24","opening":0,"turns":"a3a4 e4a4 b1a3 a4a3"}'
}

play() { # FOLDER RULESET MORE...
    "$BIN/misere-referee" --quiet --seed 1 --ruleset "$2" --player greedy --player greedy --random-plies 10 \
        --draws --out "$1" "${@:3}" > /dev/null
}

@test "a puzzle is written with its solution and its game" {
    log > log
    puzzles --out out/sub log
    [ "$status" -eq 0 ]
    [[ "$output" == *'out/sub/mate-loses.json: 1 of 2 puzzles' ]]
    [ "$(ls out/sub)" = mate-loses.json ]
    [ "$(jq -r .family out/sub/mate-loses.json)" = mate-loses ]
    jq -e '.puzzles == [{
        ruleset: "6170-spring-2007", fen: "3k1bn1/1b1p1p2/n2p2p1/8/4r3/P2p4/8/1N1K4 w - - 0 24",
        length: 2, solution: ["a3a4", "e4a4", "b1a3", "a4a3"], reason: "piecesLost", difficulty: 2,
        proven: true, game: {log: "log", line: 2, turn: 1}}]' out/sub/mate-loses.json
    puzzles --out out --longest 1 log
    [ "$status" -eq 0 ]
    jq -e '.puzzles | map(.length, .game.turn) == [1, 3]' out/mate-loses.json
}

@test "games in PGN, XML and lists give the puzzles of a log" {
    log > log
    fen='3k1bn1/1b1p1p2/n2p2p1/8/4r3/P2p4/8/1N1K4 w - - 0 24'
    tags="[Variant \"6170-spring-2007\"]"$'\n'"[SetUp \"1\"]"$'\n'"[FEN \"$fen\"]"$'\n\n'
    printf '%s' "$tags" > x.pgn
    printf '24. a4 Rxa4 (24... d5 25. a5) 25. Na3 Rxa3 1-0\n\n' >> x.pgn
    "$BIN/misere-convert" x.pgn x.xml
    echo "$fen moves a3a4 e4a4 b1a3 a4a3" > x.list
    puzzles --out out log
    for file in x.pgn x.xml x.list; do
        puzzles --out "$file.out" --ruleset 6170-spring-2007 "$file"
        [ "$status" -eq 0 ]
        diff <(jq '.puzzles | map(del(.game))' out/mate-loses.json) \
            <(jq '.puzzles | map(del(.game))' "$file.out/mate-loses.json")
        jq -e --arg file "$file" '.puzzles | map(.game) == [{log: $file, line: 1, turn: 1}]' \
            "$file.out/mate-loses.json"
    done
    puzzles --out stdin - < x.pgn
    [ "$status" -eq 0 ]
    diff <(jq '.puzzles | map(del(.game))' out/mate-loses.json) <(jq '.puzzles | map(del(.game))' stdin/mate-loses.json)
}

@test "what a file does not say is said once, and bad games are ignored" {
    for _ in 1 2 3; do
        printf '[Event "FICS rated losers game"]\n\n1. e3 b5 2. Bxb5 *\n\n'
    done > x.pgn
    printf '[Variant "losers"]\n\n1. e3 b5 2. a3 *\n' >> x.pgn
    puzzles --out out --nodes 1 x.pgn
    [ "$(grep -c 'x.pgn:1: ruleset losers, from the tag Event (3 games)' <<< "$output")" -eq 1 ]
    [ "$(grep -c 'x.pgn:15: ' <<< "$output")" -eq 1 ]
    puzzles --out out --nodes 1 /dev/null
    [ "$status" -eq 1 ]
}

# bats test_tags=plain
@test "one file for each family, the same with any number of threads" {
    play a 6170-spring-2007 --games 30
    play b losers --games 30
    puzzles --out one --nodes 300 --refute-nodes 1000 --threads 1 a/log.jsonl b/log.jsonl
    [ "$status" -eq 0 ]
    [ "$(ls one)" = "$(printf '%s\n' losers.json mate-loses.json)" ]
    puzzles --out two --nodes 300 --refute-nodes 1000 --threads 3 a/log.jsonl b/log.jsonl
    diff -r one two
    [ "$(jq '.puzzles | length' one/mate-loses.json)" -gt 3 ]
    jq -e '.puzzles | map(.length) == (map(.length) | sort)' one/mate-loses.json
    [ -z "$(jq '.puzzles[].game.line' one/mate-loses.json | sort | uniq -d)" ] # no game twice
    puzzles --out three --count 2 --nodes 300 --refute-nodes 1000 a/log.jsonl
    [ "$(jq '.puzzles | length' three/mate-loses.json)" -eq 2 ]
}

# bats test_tags=plain
@test "a search that was killed is continued, with the same puzzles" {
    local options=(--nodes 300 --refute-nodes 3000)
    play a 6170-spring-2007 --games 30
    puzzles --out whole "${options[@]}" a/log.jsonl
    [ "$status" -eq 0 ]
    local expected=${lines[-1]#whole}
    "$BIN/misere-puzzles" --out killed "${options[@]}" --threads 2 a/log.jsonl 2> /dev/null &
    local finder=$!
    await_size killed/puzzles.part 2000
    kill -KILL $finder
    not wait $finder
    [ "$(ls killed)" = puzzles.part ]
    puzzles --out killed --nodes 301 --refute-nodes 3000 a/log.jsonl
    [ "$status" -eq 1 ]
    like 'killed/puzzles.part: belongs to other input, other options or another version'
    puzzles --out killed "${options[@]}" a/log.jsonl
    [ "$status" -eq 0 ]
    like '^continuing after [1-9][0-9]* of [0-9]* positions$'
    [ "${lines[-1]#killed}" = "$expected" ]
    diff -r whole killed # killed/puzzles.part is gone
}

@test "errors are reported, and existing files are kept" {
    log > log
    mkdir out
    echo old > out/mate-loses.json
    sed s/a4a3/a4a5/ log > bad
    puzzles --out out log bad
    [ "$status" -eq 1 ]
    like '^misere-puzzles: bad:2: '
    [ "$(cat out/mate-loses.json)" = old ]
    puzzles --out out missing
    [[ "$status" -eq 1 && "$output" == *'missing: No such file'* ]]
    head -1 log > empty
    puzzles --out out empty
    [[ "$status" -eq 1 && "$output" == 'misere-puzzles: the games have no positions' ]]
    sed 's/ b1a3 a4a3//; s/a3a4 e4a4/d1c1/' log > none
    puzzles --out out --nodes 1 none
    [[ "$status" -eq 1 && "$output" == *'no puzzles found in the games' ]]
    [ "$(cat out/mate-loses.json)" = old ]
    mkdir -p taken/mate-loses.json
    puzzles --out taken --nodes 1 none
    [[ "$status" -eq 1 && "$output" == 'misere-puzzles: taken/mate-loses.json: not a regular file' ]]
    puzzles --out log log
    [[ "$status" -eq 1 && "$output" == 'misere-puzzles: log: Not a directory' ]]
    for words in '' '--nonsense' '--count 0 log' '--longest 21 log' '--nodes 2000000 log' '--threads x log'; do
        # shellcheck disable=SC2086
        puzzles $words
        [ "$status" -eq 2 ]
    done
    puzzles
    [ "$output" = 'misere-puzzles: a FILE is needed; try --help' ]
}

# bats test_tags=plain
@test "make-puzzles makes the puzzles of a family from scratch, and continues" {
    [ -z "$MISERE_SANITIZED" ] || skip "sanitizers are slow, and the tests above run the program"
    export MISERE_BIN=$BIN OUT=out WORK=work GAMES=4 NODES=150 CONCURRENCY=2
    run timeout 300 "$ROOT/tools/make-puzzles" mate-wins
    [ "$status" -eq 0 ]
    [ "$(ls work)" = "$(printf '%s\n' 6170-fall-2003 6170-fall-2003-chips 6170-spring-1994 mate-wins settings)" ]
    [ "$(wc -l < work/6170-fall-2003/log.jsonl)" -eq 5 ]
    jq -e '.puzzles[0].game.log | test("^6170-[^/]*/log.jsonl$")' out/mate-wins.json
    cp out/mate-wins.json first
    run timeout 300 "$ROOT/tools/make-puzzles" mate-wins
    [ "$status" -eq 0 ]
    has 'mate-wins is complete already'
    cmp first out/mate-wins.json
    for setting in GAMES=0 NODES=many COUNT=100001 CONCURRENCY=257; do
        run env "$setting" "$ROOT/tools/make-puzzles" mate-wins
        [ "$status" -eq 1 ]
        like "make-puzzles: $setting: must be a number from 1 to [0-9]+$"
    done
    run env GAMES=5 "$ROOT/tools/make-puzzles" mate-wins
    [ "$status" -eq 1 ]
    has 'make-puzzles: '"$PWD/work holds games with GAMES=4 NODES=150, not GAMES=5 NODES=150; use these settings, or another WORK"
    run "$ROOT/tools/make-puzzles" chess
    [ "$status" -eq 2 ]
}
