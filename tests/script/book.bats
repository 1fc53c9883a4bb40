#!/usr/bin/env bats
# misere-book: books from logs, --show and --openings.

load helpers

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
    "$BIN/misere-referee" --quiet --seed 1 --ruleset "$2" --player greedy --player random --draws --out "$1" \
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
    [[ "$output" == *'no half-move qualifies for the book: it is not written' ]]
    [ ! -e none.bin ]
}

@test "each game counts once, a forfeited one not at all" {
    log '1/2-1/2,e2e3' '1/2-1/2,e2e3' '1-0,e2e4' > log
    book --min-games 1 --out book.bin log log
    [[ "$output" == *'1 games, 1 half-moves'*'duplicate games: 3; forfeits, losses on time, unexplained results: 2' ]]
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
        [[ "$output" == 'book.bin: 1 games, 1 half-moves, 16 bytes; forfeits, losses on time, unexplained results: 1' ]]
    done
}

@test "games in PGN and XML give the book of a log" {
    local won='c2c3 c7c6 b2b3 b8a6 b3b4 a6b4 c3b4 c6c5 b4c5 b7b6 c5b6 d8b6 f2f3 b6b1 a1b1 a8b8 b1b8 g7g6 b8c8'
    { RULESET=6170-spring-2007 log "1-0,$won" '1/2-1/2,e2e3 d7d6'
        RULESET=6170-spring-2007 REASON=resignation log '0-1,e2e4' | tail -n 1
        RULESET=6170-spring-2007 REASON=timeExpired log '0-1,d2d4' | tail -n 1; } > log
    book --out log.bin --min-games 1 log
    [ "$output" = 'log.bin: 3 games, 11 half-moves, 176 bytes; forfeits, losses on time, unexplained results: 1' ]
    local tags='[Variant "6170-spring-2007"]'
    echo "startpos moves $won" > won.list
    "$BIN/misere-convert" --ruleset 6170-spring-2007 won.list won.xml
    printf '%s\n' "$tags" '' '1. e3 d6 1/2-1/2' '' "$tags" '[Termination "normal"]' '' '1. e4 0-1' '' \
        "$tags" '[Termination "time forfeit"]' '' '1. d4 0-1' '' "$tags" '' '1. d3 *' '' "$tags" '' '1. e5 *' '' "$tags" '' '1. d3 d9 *' > pgn
    book --out pgn.bin --min-games 1 won.xml - < pgn
    [ "$status" -eq 0 ]
    like "misere-book: standard input:21: 'e5' is not legal: .*"
    like 'misere-book: standard input:25: ignored: words that are no turns \(1\)'
    like 'pgn.bin: 3 games, 11 half-moves, 176 bytes; forfeits, losses on time, unexplained results: 1; games without a result: 3'
    cmp log.bin pgn.bin
    book --out no.bin --ruleset losers pgn
    [[ "$status" -eq 1 && "$output" == 'misere-book: pgn: the games use the ruleset 6170-spring-2007, not losers' ]]
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
    MISERE_BIN=$BIN PROOFS=. OUT=books WORK=work ROUNDS=2 OPENINGS=3 NODES=20 CONCURRENCY=2 \
        "$ROOT/tools/make-books" mind-control > log 2>&1 ||
        grep -q 'no half-move qualifies' log
    [ "$(ls work/6170-fall-2003-mindcontrol)" = "$(printf '%s\n' 1 2 openings-1.txt openings-2.txt)" ]
    MISERE_BIN=$BIN run "$ROOT/tools/make-books" chess
    [ "$status" -eq 2 ]
    has "make-books: unknown family 'chess'; there are mate-loses mate-wins antiking mind-control non-royal losers"
}

# make_books: a book for losers; the searches are few.
make_books() {
    mkdir -p proofs
    env MISERE_BIN=programs PROOFS=proofs OUT=books WORK=work ROUNDS=2 OPENINGS=100 NODES=20 PRUNE_NODES=2000 MARGIN=50 \
        CONCURRENCY=2 "$@" timeout 300 "$ROOT/tools/make-books" losers
}

# bats test_tags=plain
@test "make-books continues a pruning that failed, and makes nothing again that is complete" {
    mkdir programs
    ln -s "$BIN"/misere* programs
    make_books > log 2>&1
    cp books/losers.bin first
    rm -r work/losers.made books
    # The disk is full soon after the pruning has begun.
    rm programs/misere-book
    printf '%s\n' '#!/bin/sh' '[ "$1" != --prune ] || ulimit -f 1' "exec '$BIN/misere-book' \"\$@\"" > programs/misere-book
    chmod +x programs/misere-book
    run make_books
    [ "$status" -eq 1 ]
    like '^misere-book: work/losers.bin.part: File too large$'
    [ -z "$(ls books)" ]
    ln -sf "$BIN/misere-book" programs
    run make_books
    [ "$status" -eq 0 ]
    like '^continuing after [1-9][0-9]* searches$'
    cmp first books/losers.bin
    run make_books
    [ "$status" -eq 0 ]
    has 'losers is complete already'
    unlike 'half-moves'
    cmp first books/losers.bin
}

# bats test_tags=plain
@test "make-books plays what is proven" {
    ln -s "$BIN" programs
    mkdir proofs
    "$BIN/misere-prove" --ruleset losers --format compact --out proofs/losers.mpf b1a3 c7c5 2> /dev/null
    run make_books
    [ "$status" -eq 0 ]
    like '^work/losers.bin: half-moves removed: [0-9]+, added: [1-9]'
    engine 'setoption name UCI_Variant value losers' 'setoption name BookFile value books/losers.bin' \
        'setoption name OwnBook value true' 'position startpos moves b1a3 c7c5' 'go depth 1' wait
    unlike '^info depth' # the turn is from the book
    has "bestmove $("$BIN/misere-prove" --ruleset losers b1a3 c7c5 2> /dev/null | sed -n '6s/1 \([^ ]*\).*/\1/p')"
    run make_books
    has 'losers is complete already'
    # the book is made again if the proofs change
    : > proofs/losers.mpf
    run make_books
    has 'work/losers.bin: half-moves removed: 0, added: 0'
    run make_books PROOFS=missing
    [[ "$status" -eq 1 && "$output" == 'make-books: PROOFS=missing: no such folder' ]]
}

# bats test_tags=plain
@test "make-books refuses wrong settings, and those of other games, before it plays" {
    ln -s "$BIN" programs
    while IFS='|' read -r setting most; do
        run make_books "$setting"
        [ "$status" -eq 1 ]
        has "make-books: $setting: must be a number from 1 to $most"
    done << 'TEXT'
ROUNDS=none|999999999
OPENINGS=0|1000000
NODES=-1|999999999
PRUNE_NODES=2000000|1048576
MARGIN=1001|1000
PROVEN_PLIES=0|200
CONCURRENCY=x|256
TEXT
    [ ! -e work ]
    mkdir work
    echo 'OPENINGS=40 NODES=20' > work/settings
    run make_books
    [ "$status" -eq 1 ]
    has 'make-books: work holds games with OPENINGS=40 NODES=20, not OPENINGS=100 NODES=20; use these settings, or another WORK'
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

@test "--proven makes what is proven to win the only half-move of a position" {
    RULESET=antichess log '1/2-1/2,d2d3 h7h6' '1/2-1/2,e2e3 b7b5' > log
    book --min-games 1 --min-score 0 --out book.bin log
    cp book.bin first.bin
    "$BIN/misere-prove" --ruleset antichess --format compact --out proof d2d3 2> /dev/null # by 1... g5
    book --proven book.bin --plies 2 proof
    [ "$status" -eq 0 ]
    has 'book.bin: half-moves removed: 1, added: 1'
    book --show book.bin
    like '^  g7g5  *100.0%  *0$'
    unlike h7h6
    like '^  b7b5  *100.0%  *1 '
    book --proven book.bin --plies 2 proof
    has 'book.bin: half-moves removed: 0, added: 0'
    book --proven book.bin --plies 4 proof proof
    has 'book.bin: half-moves removed: 0, added: 1'
    # The book stays as it was if a proof cannot be read.
    cp book.bin kept.bin
    head -c 150 proof > damaged
    book --proven book.bin damaged
    [[ "$status" -eq 1 && "$output" == 'misere-book: damaged: '* ]]
    cmp book.bin kept.bin
    book --proven book.bin
    [[ "$status" -eq 2 && "$output" == 'misere-book: --proven needs a PROOF; try --help' ]]
}

# changes FILE: what the last command says that it has changed, without the file's name.
changes() {
    grep -E '(removed|added)' <<< "${output//$1/}"
}

# bats test_tags=plain
@test "--prune that was killed does not search again what it has searched" {
    play a 6170-spring-2007 --games 30 --random-plies 2
    book --out whole.bin --min-games 2 --min-score 0 a/log.jsonl
    cp whole.bin killed.bin
    book --prune whole.bin --nodes 4000 --margin 20
    [ "$status" -eq 0 ]
    local expected
    expected=$(changes whole.bin)
    [ ! -e whole.bin.part ]
    "$BIN/misere-book" --prune killed.bin --nodes 4000 --margin 20 > /dev/null 2>&1 &
    local pruner=$!
    await_size killed.bin.part 400
    kill -KILL $pruner
    not wait $pruner
    [ -e killed.bin.part ]
    book --prune killed.bin --nodes 4000 --margin 21
    [ "$status" -eq 1 ]
    like 'killed.bin.part: belongs to other input, other options or another version'
    book --prune killed.bin --nodes 4000 --margin 20
    [ "$status" -eq 0 ]
    like '^continuing after [1-9][0-9]* searches$'
    [ "$(changes killed.bin)" = "$expected" ]
    cmp whole.bin killed.bin
    [ ! -e killed.bin.part ]
}

@test "options of another mode are refused" {
    log '1/2-1/2,e2e3' > log
    book --min-games 1 --out book.bin log
    for words in '--prune book.bin --plies 3|--prune has no option --plies' \
        '--prune book.bin --min-games 3|--prune has no option --min-games' \
        '--show book.bin --nodes 5|--show has no option --nodes' \
        '--margin 5 --out other.bin log|--out has no option --margin' \
        '--out other.bin log --seed 5|--out has no option --seed' \
        '--proven book.bin --nodes 5 proof|--proven has no option --nodes' \
        '--openings 3 --ruleset losers --min-score 5|--openings has no option --min-score'; do
        # shellcheck disable=SC2086
        book ${words%|*}
        [ "$status" -eq 2 ]
        [ "$output" = "misere-book: ${words#*|}; try --help" ]
    done
    [ ! -e other.bin ]
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

@test "--show --replies also shows half-moves that the book does not play but has an answer to" {
    RULESET=antichess REASON=resignation log '1-0,e2e3 b7b5 f1b5' '1-0,e2e3 b7b6 f1a6' > log
    book --min-games 1 --min-score 60 --out book.bin log
    book --show book.bin
    [ "$(wc -l <<< "$output")" -eq 2 ]
    book --show book.bin --replies
    [ "$status" -eq 0 ]
    like '^  b7b5 +- +-$'
    like '^    f1b5 +100\.0% +1 +100\.0%$'
    like '^  b7b6 +- +-$'
    like '^    f1a6 '
    unlike '^  a7a6'
    book --show book.bin --replies --plies 2
    unlike 'b7b5'
}
