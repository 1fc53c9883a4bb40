#!/usr/bin/env bats
# The engine's own book and its experience: options, their effects, and bad files.

load helpers

WON='position startpos moves c2c3 c7c6 b2b3 b8a6 b3b4 a6b4 c3b4 c6c5 b4c5 b7b6 c5b6 d8b6 f2f3 b6b1 a1b1 a8b8 b1b8 g7g6 b8c8'
UNFINISHED=${WON% b8c8}

make_book() {
    losers_book book.bin
}

# Copies the engine to a folder: for Windows both misere.exe and the script that runs it.
copy_engine() {
    cp "$MISERE" "$1"
    [ -z "$MISERE_WINDOWS" ] || cp "$MISERE.exe" "$1"
}

LOSERS='setoption name UCI_Variant value losers'
OWN='setoption name OwnBook value true'
BOOK='setoption name BookFile value book.bin'
LEARN='setoption name Experience File value file'

@test "the book answers a search for a move, but no analysis" {
    make_book
    engine "$LOSERS" "$BOOK" "$OWN" 'position startpos moves a2a4' 'go depth 2' wait
    has 'info string book h7h5'
    has 'bestmove h7h5'
    unlike '^info depth'
    engine "$LOSERS" "$BOOK" "$OWN" 'position startpos moves a2a4 h7h5' 'go depth 2' wait
    like '^info depth 2'
    unlike book
    engine "$LOSERS" "$BOOK" 'position startpos moves a2a4' 'go depth 2' wait
    unlike book
    engine "$LOSERS" "$BOOK" "$OWN" 'position startpos moves a2a4' 'go infinite' stop
    unlike book
    engine "$LOSERS" "$BOOK" "$OWN" 'position startpos moves a2a4' 'go ponder wtime 1000 btime 1000' stop
    unlike book
    engine "$BOOK" "$OWN" 'position startpos moves a2a4' 'go depth 2' wait
    unlike book
}

# bats test_tags=plain
@test "book moves are random; a seed makes them repeatable" {
    make_book
    local gos=()
    for _ in {1..60}; do
        gos+=('go depth 1' wait)
    done
    engine "$LOSERS" "$OWN" "$BOOK" 'setoption name Book Seed value 7' "${gos[@]}"
    local first=$output
    [ "$(grep -c '^bestmove a2a4' <<< "$output")" -gt 30 ]
    [ "$(grep -c '^bestmove h2h4' <<< "$output")" -gt 3 ]
    engine "$LOSERS" "$OWN" "$BOOK" 'setoption name Book Seed value 7' "${gos[@]}"
    [ "$output" = "$first" ]
}

@test "a bad book is refused, and the old one stays" {
    make_book
    echo nonsense > bad.bin
    engine "$LOSERS" "$OWN" "$BOOK" 'setoption name BookFile value bad.bin' \
        'setoption name BookFile value missing' 'position startpos moves a2a4' 'go depth 2' wait
    has 'info string error: setoption: option BookFile: bad.bin: not a book: its size is not a multiple of 16'
    has 'info string error: setoption: option BookFile: missing: No such file or directory'
    has 'bestmove h7h5'
}

# bats test_tags=plain
@test "the default book is the family's, in the source tree or installed" {
    make_book
    for place in book share/misere/book bin/book; do
        mkdir -p tree/bin "tree/$place"
        copy_engine tree/bin
        cp book.bin "tree/$place/losers.bin"
        run timeout 300 tree/bin/misere < <(printf '%s\n' "$LOSERS" "$OWN" \
            'position startpos moves a2a4' 'go depth 2' wait 'setoption name UCI_Variant value 6170-spring-2007' \
            'go depth 1' wait)
        has 'bestmove h7h5'
        unlike error
        [ "$(grep -c '^info string book' <<< "$output")" -eq 1 ]
        rm -r tree
    done
    mkdir -p tree/bin tree/book
    copy_engine tree/bin
    run timeout 300 tree/bin/misere < <(printf '%s\n' "$LOSERS" "$OWN" 'go depth 1' wait)
    unlike 'error|book'
    like '^bestmove '
    echo nonsense > tree/book/losers.bin
    run timeout 300 tree/bin/misere < <(printf '%s\n' "$LOSERS" "$OWN" 'go depth 1' wait)
    like '^info string error: setoption: option OwnBook: .*/tree/.*losers.bin: not a book'
}

@test "a ruleset is refused if its family's book is bad" {
    make_book
    mkdir -p tree/bin tree/book
    copy_engine tree/bin
    echo nonsense > tree/book/losers.bin
    run timeout 300 tree/bin/misere < <(printf '%s\n' "$OWN" "$LOSERS" d)
    like '^info string error: setoption: option OwnBook: .*losers.bin: not a book'
    has 'Ruleset: 6170-spring-2007'
    run timeout 300 tree/bin/misere < <(printf '%s\n' xboard 'protover 2' 'option OwnBook=1' 'variant losers' quit)
    like '^Error \(option OwnBook: .*losers.bin: not a book.*\): variant'
    # BookFile names a book for all rulesets, and so this one is not needed.
    run timeout 300 tree/bin/misere < <(printf '%s\n' "$BOOK" "$OWN" "$LOSERS" \
        'position startpos moves a2a4' 'go depth 2' wait)
    unlike error
    has 'bestmove h7h5'
}

@test "a book that BookFile names is read once, for all rulesets" {
    make_book
    mkfifo pipe
    coproc ENGINE { "$MISERE" > pipe; }
    local pid=$ENGINE_PID
    exec 7< pipe
    printf '%s\n' "$BOOK" "$OWN" isready >&"${ENGINE[1]}"
    local line
    read -r -t 300 line <&7
    [ "$line" = 'info string BookFile: it has nothing for the initial position of ruleset 6170-spring-2007' ]
    read -r -t 300 line <&7
    [ "$line" = readyok ]
    rm book.bin
    printf '%s\n' "$LOSERS" 'position startpos moves a2a4' 'go depth 2' wait quit >&"${ENGINE[1]}"
    run cat <&7
    wait "$pid"
    unlike error
    has 'bestmove h7h5'
}

@test "a finished game is learned once" {
    for end in quit ucinewgame 'go depth 2' 'setoption name Experience File value other' "$LOSERS"; do
        rm -f file other
        engine "$LEARN" "$UNFINISHED" "$WON" "$end" ucinewgame quit
        unlike error
        [ "$(learned)" -eq 1 ]
    done
    engine "$LEARN" "$WON" 'go depth 1' 'go depth 1' "$WON" 'go depth 1' ucinewgame "$WON" quit
    [ "$(learned)" -eq 2 ]
    engine "$LEARN" "$WON" ucinewgame "$UNFINISHED" ucinewgame "$WON"
    [ "$(learned)" -eq 4 ]
    engine "$LEARN" "$UNFINISHED" ucinewgame
    [ "$(learned)" -eq 4 ]
    engine "$LEARN" 'setoption name Experience File value' "$WON"
    [ "$(learned)" -eq 4 ]
}

# Plays ten games against a stronger engine, and prints those that A lost, one a line.
lose() { # OPTION...
    "$BIN/misere-referee" --quiet --seed 1 --games 10 --draws --patience 300000 --out lost \
        --player cmd="$MISERE" name=A nodes=50 "$@" \
        --player cmd="$MISERE" name=B nodes=2000 > /dev/null
    jq -r 'select(.white == "A" and .result == "0-1" or .black == "A" and .result == "1-0") | .turns' \
        lost/log.jsonl
    rm -r lost
}

# bats test_tags=plain
@test "the same game is not lost twice" {
    lose > without
    [ "$(wc -l < without)" -ge 3 ]
    [ "$(sort -u without | wc -l)" -le 2 ]
    lose option.'Experience File'="$PWD/file" > with
    [ "$(sort -u with | wc -l)" -eq "$(wc -l < with)" ]
    [ "$(learned)" -eq 10 ]
}

# bats test_tags=plain
@test "the games of a match are learned by both players" {
    "$BIN/misere-referee" --quiet --seed 1 --games 6 --draws --patience 300000 --out match \
        --player cmd="$MISERE" name=A nodes=200 option.'Experience File'="$PWD/file" \
        --player cmd="$MISERE" name=B nodes=400 option.'Experience File'="$PWD/file" > /dev/null
    [ "$(learned)" -eq 12 ]
}

@test "the file does not exceed its maximum size" {
    local lines=("$LEARN" 'setoption name Experience Size value 1024')
    for first in a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g2g3 h2h3; do
        lines+=("position startpos moves $first" "$WON" ucinewgame)
    done
    engine "${lines[@]}" 'setoption name Experience Size value 1023'
    like '^info string error: .*Experience Size'
    [ "$(stat -c %s file)" -le 1024 ]
    [ "$(ls)" = file ]
}

@test "other files are refused and left unchanged" {
    echo 'a letter' > file
    engine "$LEARN" "$WON" quit
    has 'info string error: setoption: option Experience File: file: not an experience file'
    [ "$(cat file)" = 'a letter' ]
    rm file
    engine "$LEARN" "$WON" quit
    printf 'x' | dd of=file bs=1 seek=30 conv=notrunc 2> /dev/null
    cp file before
    engine "$LEARN" "$WON" quit
    has 'info string error: setoption: option Experience File: file: damaged experience file'
    cmp file before
    # A file that is overwritten while it is in use.
    rm file
    engine "$LEARN" "$WON" ucinewgame
    timeout 300 "$MISERE" < <(printf '%s\n' "$LEARN" "$UNFINISHED" isready; while ! grep -q readyok log; do
        sleep 0.05; done; echo bad > file; printf '%s\n' "$WON" ucinewgame isready) > log
    grep -qxF 'info string error: Experience File: file: not an experience file' log
    [ "$(cat file)" = bad ]
}

# bats test_tags=plain
@test "two engines share a file without losing games" {
    local lines=("$LEARN")
    for _ in {1..20}; do
        lines+=("$UNFINISHED" "$WON" ucinewgame)
    done
    "$MISERE" < <(printf '%s\n' "${lines[@]}") > a &
    "$MISERE" < <(printf '%s\n' "${lines[@]}") > b
    wait
    [ ! -s a ] && [ ! -s b ]
    [ "$(learned)" -eq 40 ]
}

# bats test_tags=plain
@test "a game that cannot be learned at once is learned later, and nobody waits long" {
    [ -z "$MISERE_WINDOWS" ] || skip "there is no flock"
    : > file
    coproc ENGINE { "$MISERE"; }
    local pid=$ENGINE_PID
    exec 8<> file
    flock 8
    printf '%s\n' "$LEARN" "$WON" ucinewgame isready >&"${ENGINE[1]}"
    local line said=
    while IFS= read -r -t 300 line <&"${ENGINE[0]}" && [ "$line" != readyok ]; do
        said+=$line
    done
    [ "$line" = readyok ]
    [[ $said == *'error: Experience File: file: locked by another program'* ]]
    [ ! -s file ]
    exec 8>&-
    printf '%s\n' 'position startpos' ucinewgame quit >&"${ENGINE[1]}"
    wait "$pid"
    [ "$(learned)" -eq 1 ]
}

# bats test_tags=plain
@test "a full disk loses no game: it is learned once there is room" {
    [ -z "$MISERE_WINDOWS" ] || skip "there is no ulimit"
    engine "$LEARN" "$WON" ucinewgame
    cp file before
    coproc ENGINE { ulimit -S -f 0; exec "$MISERE"; }
    local pid=$ENGINE_PID
    printf '%s\n' "$LEARN" "$WON" ucinewgame isready >&"${ENGINE[1]}"
    local line said=
    while IFS= read -r -t 300 line <&"${ENGINE[0]}" && [ "$line" != readyok ]; do
        said+=$line
    done
    [[ $said == *'error: Experience File: '*'file: File too large'* ]]
    cmp file before
    [ ! -e file.new ]
    prlimit --pid "$pid" --fsize=unlimited || skip "the limit cannot be raised"
    printf '%s\n' ucinewgame quit >&"${ENGINE[1]}"
    wait "$pid"
    [ "$(learned)" -eq 2 ]
}

# bats test_tags=plain
@test "after random kills the experience is as if uninterrupted" {
    [ -z "$MISERE_WINDOWS" ] || skip "wine is no process to kill"
    run env MISERE_BIN="$BIN" "$ROOT/tests/stress/random-kill-engine" 10
    [ "$status" -eq 0 ] || { echo "$output"; return 1; }
}
