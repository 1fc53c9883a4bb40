#!/usr/bin/env bats
# misere-book: books from logs, --show and --openings.

load helpers

setup() {
    BIN=$(realpath "${MISERE_BIN:-bin}")
    ROOT=$(realpath "$BATS_TEST_DIRNAME/../..")
    cd "$BATS_TEST_TMPDIR"
}

book() {
    run timeout 300 "$BIN/misere-book" "$@"
}

# Writes a log of games of losers; each argument is RESULT,TURN...
log() {
    printf '{"log":"misere-referee 1","arguments":["--ruleset","%s"]}\n' "${RULESET:-losers}"
    local number=0 castling=KQkq
    [ "${RULESET:-losers}" = losers ] || castling=-
    for game in "$@"; do
        printf '{"game":%d,"result":"%s","reason":"%s","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w %s - 0 1","opening":%d,"turns":"%s"}\n' \
            $((++number)) "${game%%,*}" "${REASON:-}" "$castling" "${OPENING:-0}" "${game#*,}"
    done
}

play() { # FOLDER RULESET MORE...
    "$BIN/misere-referee" --quiet --ruleset "$2" --player greedy --player random --draws --out "$1" \
        "${@:3}" > /dev/null
}

@test "the book has half-moves that score well, but not bad or rare ones" {
    local games=()
    for reply in a7a6 b7b6 c7c6 d7d6 e7e6 f7f6; do
        games+=("1/2-1/2,h2h3 $reply" "1/2-1/2,h2h3 $reply d2d3")
        games+=("1/2-1/2,a2a3 $reply" "1/2-1/2,a2a3 $reply c2c3" "1/2-1/2,a2a3 $reply d2d3")
    done
    log "${games[@]}" '1/2-1/2,g1f3' > log
    book --out draws.bin log
    [ "$status" -eq 0 ]
    [[ "$output" == 'draws.bin: 31 games, 2 half-moves, 32 bytes' ]]
    book --show draws.bin
    [ "${#lines[@]}" -eq 3 ]
    [[ "${lines[0]}" =~ ^losers\ +weight\ +games\ +score$ ]]
    [[ "${lines[1]}" =~ ^a2a3\ .*\ 18\ +50.0%$ ]]
    [[ "${lines[2]}" =~ ^h2h3\ .*\ 12\ +50.0%$ ]]
    book --min-games 1 --plies 1 --out draws.bin log
    book --show draws.bin
    [ "${#lines[@]}" -eq 3 ]
    book --min-score 51 --out none.bin log
    [ "$status" -eq 1 ]
    [[ "$output" == *'no half-move qualifies for the book' ]]
    [ ! -e none.bin ]
}

@test "each game counts once, a forfeited one not at all" {
    log '1/2-1/2,e2e3' '1/2-1/2,e2e3' '1-0,e2e4' > log
    book --min-games 1 --out book.bin log log
    [[ "$output" == *'1 games, 1 half-moves'*'duplicate games: 3; forfeits and losses on time: 2' ]]
}

# bats test_tags=plain
@test "resignations and adjudications count, forfeits and losses on time do not" {
    local reason
    for reason in resignation adjudicatedLoss; do
        REASON=$reason log '1-0,e2e3' > log
        book --min-games 1 --out book.bin log
        [[ "$status" -eq 0 && "$output" == 'book.bin: 1 games, 1 half-moves, 16 bytes' ]]
        book --show book.bin
        like '^e2e3 .* 1 +100.0%$'
    done
    for reason in tooLong adjudicatedDraw; do
        REASON=$reason log '1/2-1/2,e2e3' > log
        book --min-games 1 --out book.bin log
        [[ "$status" -eq 0 && "$output" == 'book.bin: 1 games, 1 half-moves, 16 bytes' ]]
    done
    for reason in timeExpired illegalMove crash hang flood nonsense falseClaim; do
        { REASON=$reason log '1-0,e2e3'; log '1/2-1/2,d2d3' | tail -n 1; } > log
        book --min-games 1 --out book.bin log
        [[ "$output" == 'book.bin: 1 games, 1 half-moves, 16 bytes; forfeits and losses on time: 1' ]]
    done
}

@test "- is standard output" {
    log '1/2-1/2,e2e3' > log
    "$BIN/misere-book" --min-games 1 --out expected log
    "$BIN/misere-book" --min-games 1 --out - log > book.bin 2> summary
    [ -s book.bin ]
    cmp expected book.bin
    [ ! -e - ]
    [ "$(cat summary)" = 'standard output: 1 games, 1 half-moves, 16 bytes' ]
    run bash -c '"$0" --min-games 1 --out - log > /dev/full' "$BIN/misere-book"
    [[ "$status" -eq 1 && "$output" == 'misere-book: standard output: No space left on device' ]]
}

@test "an opening whose last turn loses does not count against the turns before" {
    local won='1-0,c2c3 c7c6 b2b3 b8a6 b3b4 a6b4 c3b4 c6c5 b4c5 b7b6 c5b6 d8b6 f2f3 b6b1 a1b1 a8b8 b1b8 g7g6 b8c8'
    RULESET=6170-spring-2007 OPENING=1 log "$won" > log
    book --min-games 1 --plies 1 --out book.bin log
    [[ "$status" -eq 0 && "$output" == *'1 games, 1 half-moves'* ]]
    RULESET=6170-spring-2007 OPENING=3 log "$won" > log # White played its last turn
    book --min-games 1 --plies 1 --out book.bin log
    [[ "$status" -eq 0 && "$output" == *'1 games, 1 half-moves'* ]]
    RULESET=6170-spring-2007 OPENING=2 log "$won" > log
    book --min-games 1 --plies 1 --out book.bin log
    [[ "$status" -eq 1 && "$output" == *'no half-move qualifies'* ]]
}

# bats test_tags=plain
@test "a book may hold several rulesets; the same games give the same file" {
    play a 6170-spring-2007 --games 100 --random-plies 2
    play b 6170-fall-2003-mindcontrol --games 100 --random-plies 2
    book --min-games 2 --min-score 20 --out one.bin a/log.jsonl b/log.jsonl
    [ "$status" -eq 0 ]
    book --min-games 2 --min-score 20 --out two.bin b/log.jsonl a/log.jsonl
    cmp one.bin two.bin
    book --show one.bin
    [ "$status" -eq 0 ]
    grep -q '^6170-spring-2007  .*games' <<< "$output"
    grep -q '^6170-fall-2003-mindcontrol  .*games' <<< "$output"
    book --show one.bin --ruleset 6170-spring-2007
    [ "$(grep -c games <<< "$output")" -eq 1 ]
    book --show one.bin --ruleset losers
    [ "$status" -eq 1 ]
    play c 6170-fall-2003-mindcontrol --games 2 --book one.bin 4
    play d 6170-spring-2007 --games 2 --book one.bin 4
}

# bats test_tags=plain
@test "--openings prefers lines with few games" {
    book --openings 30 --ruleset 6170-spring-2007
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 30 ]
    [ "${lines[0]}" = startpos ]
    [ "$(sort -u <<< "$output" | wc -l)" -gt 10 ]
    printf '%s\n' "${lines[@]}" > openings.txt
    play a 6170-spring-2007 --games 60 --openings openings.txt
    book --openings 200 --ruleset 6170-spring-2007 --plies 4 a/log.jsonl
    [ "$(awk '{ if (NF > n) n = NF } END { print n }' <<< "$output")" -gt 4 ]
    [ "$(awk '{ if (NF > n) n = NF } END { print n }' <<< "$output")" -le 6 ]
    local first=$output
    book --openings 200 --ruleset 6170-spring-2007 --plies 4 a/log.jsonl
    [ "$output" = "$first" ]
    book --openings 20 --ruleset 6170-fall-2003-mindcontrol
    not grep -vE '^startpos( moves( [a-h][1-8][a-h][1-8],[a-h][1-8][a-h][1-8])+)?$' <<< "$output"
    printf '%s\n' "${lines[@]}" > openings.txt
    play b 6170-fall-2003-mindcontrol --games 40 --openings openings.txt
}

@test "errors are reported, and an existing book is kept" {
    log '1/2-1/2,e2e3' 'x,e2e3' > log
    echo old > book.bin
    book --out book.bin log
    [[ "$status" -eq 1 && "$output" == *"log:3: 'x' is not a result" ]]
    [ "$(cat book.bin)" = old ]
    book --out book.bin missing
    [[ "$status" -eq 1 && "$output" == *"missing: No such file"* ]]
    log '1/2-1/2,e2e3' > log
    book --out book.bin --ruleset 6170-spring-2007 log
    [[ "$status" -eq 1 && "$output" == *"log: the games use the ruleset losers, not 6170-spring-2007" ]]
    mkdir folder
    book --out folder missing
    [[ "$status" -eq 1 && "$output" == 'misere-book: folder: not a regular file' ]]
    book --show log
    [[ "$status" -eq 1 && "$output" == *"log: not a book"* ]]
    for words in '' '--out x' '--show a b' '--show a --out b' '--openings 1' '--plies 0 --show a' \
        '--ruleset chess --show a' '--openings x --ruleset losers' '--nonsense'; do
        # shellcheck disable=SC2086
        book $words
        [ "$status" -eq 2 ]
    done
    book --min-score 101 --out x log
    [ "$output" = "misere-book: --min-score: '101' is not a number from 0 to 100; try --help" ]
    book --help
    [ "$status" -eq 0 ]
    [ ! -e x ]
}

# bats test_tags=plain
@test "the books in book/ cover every ruleset" {
    local rulesets
    rulesets=$(echo uci | "$BIN/misere" | sed -n 's/^option name UCI_Variant .* default [^ ]* var //p')
    for ruleset in ${rulesets// var / }; do
        local shown=0
        for file in "$ROOT"/book/*.bin; do
            ! "$BIN/misere-book" --show "$file" --ruleset "$ruleset" > /dev/null 2>&1 || shown=1
        done
        [ "$shown" -eq 1 ] || { echo "no book for $ruleset"; return 1; }
    done
    [ "$(cat "$ROOT"/book/*.bin | wc -c)" -lt 1000000 ]
}

# bats test_tags=plain
@test "make-books makes a book from scratch" {
    MISERE_BIN=$BIN OUT=books WORK=work ROUNDS=2 OPENINGS=3 NODES=20 CONCURRENCY=2 \
        "$ROOT/tools/make-books" mind-control > log 2>&1 ||
        grep -q 'no half-move qualifies' log
    [ "$(ls work/6170-fall-2003-mindcontrol)" = "$(printf '%s\n' 1 2 openings-1.txt openings-2.txt)" ]
    run "$ROOT/tools/make-books" chess
    [ "$status" -eq 2 ]
}

@test "--prune removes half-moves that are proven to lose, and only those" {
    RULESET=antichess log '1/2-1/2,e2e3 b7b5' '1/2-1/2,d2d3 g7g5' > log
    book --min-games 1 --min-score 0 --plies 1 --out book.bin log
    book --show book.bin
    like '^e2e3 '
    # One that cannot be replaced, as its absolute path is too long, is not searched.
    local deep
    deep=$(printf '%0200d/' {1..20}; printf '%060d' 0)
    mkdir -p "$deep"
    cp book.bin "$deep/b"
    book --prune "$deep/b" --nodes 100000
    [[ "$status" -eq 1 && "$output" == *': File name too long' ]]
    unlike removed
    cmp book.bin "$deep/b"
    book --prune book.bin --nodes 100
    [ "$status" -eq 0 ]
    has 'book.bin: half-moves removed: 0, added: 0'
    book --prune book.bin --nodes 100000 --ruleset losers
    has 'book.bin: half-moves removed: 0, added: 0'
    book --prune book.bin --nodes 100000
    [ "$status" -eq 0 ]
    unlike 'removed e2e3'
    has 'antichess: removed d2d3'
    has 'book.bin: half-moves removed: 1, added: 0'
    book --show book.bin
    like '^e2e3 '
    unlike '^d2d3 '
    book --prune book.bin log
    [ "$status" -eq 2 ]
    book --prune missing
    [[ "$status" -eq 1 && "$output" == 'misere-book: missing: No such file'* ]]
}

@test "--prune judges replies to half-moves that are not in the book" {
    RULESET=antichess REASON=adjudicatedLoss log '0-1,e2e3 d7d5' > log
    book --min-games 1 --min-score 40 --out book.bin log
    book --prune book.bin --nodes 100000
    [ "$status" -eq 0 ]
    has 'antichess: removed e2e3 d7d5'
    has 'book.bin: half-moves removed: 1, added: 0'
}

# Makes a book of one game and prunes it.
prune_game() { # RULESET TURN...
    RULESET=$1 log "1/2-1/2,${*:2}" > log
    book --min-games 1 --min-score 0 --out book.bin log
    book --prune book.bin --nodes 20000 --margin 50
}

# bats test_tags=plain
@test "--prune with --margin removes half-moves that a search finds bad, and adds the best" {
    RULESET=6170-spring-2007 log '1/2-1/2,e2e3' '1/2-1/2,d2d4' > log
    book --min-games 1 --min-score 0 --plies 1 --out book.bin log
    book --prune book.bin --nodes 20000
    has 'book.bin: half-moves removed: 0, added: 0'
    cp book.bin one.bin
    book --prune one.bin --nodes 20000 --margin 1000
    like 'one.bin: half-moves removed: 0, added: '
    book --prune book.bin --nodes 20000 --margin 50
    [ "$status" -eq 0 ]
    has '6170-spring-2007: removed d2d4'
    like 'book.bin: half-moves removed: 1, added: '
    book --show book.bin
    like '^e2e3 '
    unlike '^d2d4 '
    book --prune book.bin --margin 0
    [ "$status" -eq 2 ]

    prune_game 6170-fall-2003-mindcontrol a2a3,a7a6
    has '6170-fall-2003-mindcontrol: removed a2a3,a7a6'
    has 'book.bin: half-moves removed: 2, added: 2'
    book --show book.bin
    [ "$(wc -l <<< "$output")" -eq 3 ]
    prune_game antichess d2d4
    has 'antichess: removed d2d4'
    has 'book.bin: half-moves removed: 1, added: 1'
    book --show book.bin
    [ "$(wc -l <<< "$output")" -eq 2 ]
}

# bats test_tags=plain,slow
@test "no half-move of the books that come with the engine loses by a short proof" {
    [ -z "$MISERE_SANITIZED" ] || skip "sanitizers are slow, and the tests above prune books"
    cp "$ROOT"/book/*.bin .
    for file in *.bin; do
        book --prune "$file" --nodes 50000
        [ "$status" -eq 0 ]
        has "$file: half-moves removed: 0, added: 0"
    done
}
