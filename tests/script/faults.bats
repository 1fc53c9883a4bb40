#!/usr/bin/env bats
# Ordinary faults of the system that every program must notice: closed standard streams, full disks.
load helpers

PROGRAMS=("$BIN"/misere "$BIN"/misere-*)

# closing STREAMS COMMAND...: runs the command with these descriptors closed.
closing() {
    local streams=$1
    shift
    bash -c "exec $streams; exec \"\$@\"" -- "$@"
}

# --- closed standard streams ---

# bats test_tags=plain
@test "the referee with standard error closed keeps its log whole" {
    local config=(--ruleset losers --seed 1 --games 2 --out t --player random --player random)
    closing '2>&-' timeout 300 "$BIN/misere-referee" "${config[@]}" --first 1
    run -0 timeout 300 "$BIN/misere-referee" --resume t
    not grep -v '^{' t/log.jsonl
    [ "$(wc -l < t/log.jsonl)" -eq 3 ]
}

@test "a converted file holds nothing but the game, whichever streams are closed" {
    printf '%s\n' 'losers startpos moves e2e4 e7e5' 'losers startpos moves e2e5' > list.txt
    run -1 "$BIN/misere-convert" list.txt expected.pgn
    for streams in '2>&-' '1>&- 2>&-' '0<&- 1>&- 2>&-'; do
        rm -f out.pgn
        closing "$streams" "$BIN/misere-convert" list.txt out.pgn || true
        cmp expected.pgn out.pgn
    done
}

# bats test_tags=plain
@test "self-play with standard error closed writes no progress among the positions" {
    run closing '2>&-' timeout -s KILL 2 "$BIN/misere-train" play --ruleset losers \
        --games 100000 --nodes 20 --threads 1 --out positions
    [ -s positions.part ]
    not grep -aq ' left' positions.part
}

# --- lost output ---

# full PROGRAM ARGUMENT...: runs a program whose standard output is a full disk, which must fail and
# say so.
full() {
    run bash -c '"$@" > /dev/full' -- timeout 300 "$@"
    [ "$status" -eq 1 ] || { echo "$*: status $status, $output"; return 1; }
    like "^${1##*/}: cannot write to standard output"
}

@test "programs notice that their output is lost" {
    for program in "${PROGRAMS[@]}"; do
        [[ $program = *.* ]] || full "$program" --help
    done
    full "$BIN/misere" go perft 3
    full "$BIN/misere" bench 1
    full "$BIN/misere" d
    full "$BIN/misere-book" --openings 1 --ruleset losers
    full "$BIN/misere-referee" --quiet --seed 1 --ruleset losers --games 2 --out t \
        --player random --player random
}

@test "a program whose standard output is closed fails" {
    run -1 closing '1>&-' timeout 300 "$BIN/misere" d
    like '^misere: cannot write to standard output'
}

# --- limits ---

# limited PROGRAM ARGUMENT...: runs a program that may not write more than 1024 bytes to a file.
limited() {
    run bash -c 'ulimit -f 1; exec "$@"' -- timeout 300 "$@"
}

# bats test_tags=plain
@test "a limit on file sizes is an ordinary error, and leaves no temporary file" {
    "$BIN/misere-referee" --quiet --seed 1 --ruleset losers --games 40 --out t --player random --player greedy
    limited "$BIN/misere-book" --out book.bin --min-games 1 --min-score 0 t/log.jsonl
    [ "$status" -eq 1 ]
    like 'book.bin: File too large'
    limited "$BIN/misere-puzzles" --out puzzles --count 500 --nodes 200 --refute-nodes 200 t/log.jsonl
    [ "$status" -eq 1 ]
    like 'File too large'
    limited "$BIN/misere-convert" --to pgn t/games.pgn out.pgn
    [ "$status" -eq 1 ]
    like 'out.pgn: File too large'
    [ -z "$(find . -name '*.new' -o -name '.*misere*')" ]
}

@test "long lines are read in blocks, not byte by byte" {
    [ "${MISERE_SANITIZED:-coverage}" = coverage ] || skip 'sanitizers do not run under strace'
    strace -o /dev/null true || skip 'strace may not run here'
    head -c 1000000 /dev/zero | tr '\0' a > line
    for program in misere misere-textui; do
        run -0 strace -f -e trace=read -o calls "$BIN/$program" < line
        [ "$(grep -c 'read(0,' calls)" -lt 1000 ] || { echo "$program"; wc -l calls; return 1; }
    done
}

# --- files that hang or lead elsewhere ---

@test "a FIFO is refused as a log, a transcript or an output" {
    mkfifo pipe
    run -0 timeout 300 "$BIN/misere" 'setoption name Debug Log File value pipe' || true
    has 'info string error: setoption: option Debug Log File: pipe: not a regular file'
    run -2 timeout 300 "$BIN/misere-textui" --transcript pipe < /dev/null
    has 'misere-textui: pipe: not a regular file'
    run -1 timeout 300 "$BIN/misere-referee" --player random --player random --transcript pipe
    has 'misere-referee: pipe: not a regular file'
    # even if somebody reads it
    cat pipe > /dev/null &
    local reader=$!
    run -2 timeout 300 "$BIN/misere-textui" --transcript pipe < /dev/null
    kill $reader 2> /dev/null || true
    has 'misere-textui: pipe: not a regular file'
}

@test "a link or a FIFO in the place of a temporary file is refused and left alone" {
    local config=(--quiet --ruleset losers --seed 1 --games 2 --out t --player random --player random)
    run -0 timeout 300 "$BIN/misere-referee" "${config[@]}"
    echo precious > victim
    ln -s ../victim t/games.pgn.new
    run -1 timeout 300 "$BIN/misere-referee" "${config[@]}"
    like '^misere-referee: .*t/games.pgn.new: File exists'
    [ "$(cat victim)" = precious ] && [ -L t/games.pgn.new ]
    rm t/games.pgn.new
    mkfifo t/games.pgn.new
    run -1 timeout 300 "$BIN/misere-referee" "${config[@]}"
    rm t/games.pgn.new
    echo left > t/games.pgn.new
    run -0 timeout 300 "$BIN/misere-referee" "${config[@]}"
    [ ! -e t/games.pgn.new ]
}
