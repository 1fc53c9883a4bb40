#!/usr/bin/env bats
# bats file_tags=plain,slow
# Failure loops, in a scenario of every program. Once at each place an allocation fails, or a call that opens,
# writes, syncs or renames a file, or one that starts a process or a thread: the program must say so and keep
# what it had. Before each call that writes, syncs or renames the process is killed: each file is then the old
# or the new one.
#
# FAULTS: how many places to try for each kind of fault (default 2; allocations 4 times as many), `all`, or `stacks`:
# all, except that of allocations with the same call stack only the first fails. With `all` and `stacks` each allocation
# is tried twice: it alone fails, and it and all later ones fail. With a number these two ways alternate.
load helpers

setup() {
    [ "${MISERE_SANITIZED:-coverage}" = coverage ] || skip 'the sanitizers have their own malloc, and do not run under strace'
    strace -o /dev/null true || skip 'strace may not run here'
    FAULTS=${FAULTS:-2}
    cd "$BATS_TEST_TMPDIR" || return 1
    mkdir before
    : > input
}

# The system calls of each kind of fault, how they fail, and words of which an error must contain some.
# "?" allows for calls that some processors lack.
declare -gA NUMBER
declare -gA CALLS=([open]='?open,openat' [write]=write,writev [sync]=fsync,fdatasync
    [rename]='?rename,renameat,?renameat2' [start]='?fork,?vfork,clone,?clone3')
declare -gA ERRORS=([open]=EMFILE [write]=ENOSPC [sync]=EIO [rename]=EIO [start]=EAGAIN)
declare -gA CAUSES=([open]='Too many open files' [write]='No space left' [sync]='Input/output error'
    [rename]='Input/output error' [start]='Resource temporarily unavailable|cannot start'
    [memory]='[Oo]ut of memory|Cannot allocate memory|too many .* for the memory')

# --- one try ---

# attempt PROGRAM ARGUMENT...: runs COMMAND in a new copy of the folder `before`, under the program given. Sets
# `status`; the output is in the files `said` and `errors`.
attempt() {
    rm -rf now
    cp -a before now
    status=0
    (cd now && exec timeout -s KILL 300 "$@" "${COMMAND[@]}" < ../input > ../said 2> ../errors) 2> /dev/null || status=$?
}

# shown: prints what must be the same in every run without errors. SHOWN is a sed script.
shown() {
    sed -nE "${SHOWN:-p}" said
}

# traced STRACE-OPTION...: COMMAND under strace, which does not follow it into other programs.
traced() {
    attempt strace -f -b execve -qq -e signal=none -o ../calls "$@"
}

# fault_in KIND NUMBER: COMMAND, in which that call of this kind fails.
fault_in() {
    local kind=$1 number=$2
    if [ "$kind" = memory ]; then
        attempt env FAILING_MALLOC="$number" LD_PRELOAD="$TEST_BIN/failing_malloc.so"
    else
        traced -e "trace=${CALLS[$kind]}" -e "inject=${CALLS[$kind]}:error=${ERRORS[$kind]}:when=$number"
    fi
}

# count_calls: runs COMMAND without a fault. Sets NUMBER[KIND] to how many calls of this kind one thread makes at
# most, without those that write the counts of `make coverage` at its end; and STACKS to the first allocations with
# each call stack.
count_calls() {
    local kind
    attempt env FAILING_MALLOC_COUNT=../count LD_PRELOAD="$TEST_BIN/failing_malloc.so"
    NUMBER[memory]=$(head -n 1 count)
    mapfile -t STACKS < <(tail -n +2 count | sort -n)
    traced -e "trace=$(IFS=,; echo "${CALLS[*]}")"
    for kind in "${!CALLS[@]}"; do
        NUMBER[$kind]=$(awk -v calls="^(${CALLS[$kind]//[?]/})\\(" 'BEGIN { gsub(",", "|", calls) }
            /\.gcda"/ { ended[$1] = 1 }
            $2 ~ calls && !ended[$1] { n[$1]++ }
            END { for (i in n) if (n[i] > most) most = n[i]; print most + 0 }' calls)
    done
}

# places KIND TRIES: prints which calls of this kind are tried: as many as TRIES, evenly spaced up to the last one,
# all, or the first with each call stack. "+" before the number of an allocation: it and all that follow.
places() {
    local count=${NUMBER[$1]} tries=$2 place
    local -a all
    if [ "$1 $tries" = 'memory stacks' ]; then
        all=("${STACKS[@]}")
    elif [[ $tries = [a-z]* ]]; then
        mapfile -t all < <(seq "$count")
    fi
    for place in "${all[@]}"; do
        echo "$place"
        [ "$1" != memory ] || echo "+$place"
    done
    [[ $tries = [0-9]* ]] || return 0
    [ "$tries" -le "$count" ] || tries=$count
    for ((i = 1; i <= tries; i++)); do
        [ "$1" != memory ] || [ $((i % 2)) -eq 0 ] || echo -n +
        echo $((i * count / tries))
    done
}

# --- what must be true afterwards ---

# failed TEXT: explains a failure.
failed() {
    echo "${COMMAND[*]##*/}: $1; status $status"
    head -c 1000 said errors
    find now -type f
    return 1
}

# whole: is each of the RESULTS the old file or the new one?
whole() {
    local file
    for file in "${RESULTS[@]}"; do
        if [ -e "now/$file" ]; then
            cmp -s "now/$file" "before/$file" || cmp -s "now/$file" "after/$file" ||
                failed "$file is neither the old nor the new file" || return 1
        else
            [ ! -e "before/$file" ] || failed "$file is lost" || return 1
        fi
    done
}

# clean: is there no temporary file?
clean() {
    [ -z "$(find now -name '*.new' -o -name '.*misere*')" ] || failed 'a temporary file is left'
}

# reported KIND: either nothing is different, or an error names the cause. Excused are a library that cannot be
# loaded, a message that the fault itself suppresses, and the one REFUSAL of the course's protocol.
reported() {
    if [ "$status" -eq 0 ] && [ "$(shown)" = "$USUAL" ]; then
        for file in "${RESULTS[@]}"; do
            cmp -s "now/$file" "after/$file" || failed "$file is not written, without an error" || return 1
        done
        return 0
    fi
    [ "$status" -lt 126 ] || grep -q 'loading shared libraries' errors || failed 'it crashes or hangs' || return 1
    [ "$1" != write ] || ! grep -qE 'write\((1|2), .*INJECTED' calls || return 0
    grep -qE "${CAUSES[$1]}|loading shared libraries" said errors || failed 'the error does not name the cause'
}

# --- the loops ---

# fail_each KIND TRIES: a call of this kind fails, once at each place.
fail_each() {
    local number calls=${NUMBER[$1]}
    for number in $(places "$1" "$2"); do
        fault_in "$1" "$number"
        reported "$1" && whole && clean || { echo "$1, call $number of $calls"; return 1; }
    done
}

# kill_each KIND TRIES: the process is killed before a call of this kind; then the command is repeated. It may be
# finished before, as the progress on standard error depends on the time.
kill_each() {
    local number calls=${NUMBER[$1]} kills=0
    for number in $(places "$1" "$2"); do
        traced -e "trace=${CALLS[$1]}" -e "inject=${CALLS[$1]}:signal=KILL:when=$number"
        [ "$status" -eq 0 ] || [ "$status" -eq 137 ] || failed 'it ends otherwise' || return 1
        kills=$((kills + (status == 137)))
        whole || { echo "killed at $1, call $number of $calls"; return 1; }
        (cd now && timeout 300 "${COMMAND[@]}" < ../input > /dev/null 2> ../errors) || failed 'not repeated' || return 1
    done
    [ "$kills" -gt 0 ] || failed "never killed at $1"
}

# every_fault: tries all kinds of faults in COMMAND, which reads `input` and writes the RESULTS.
every_fault() {
    local kind tries
    [ -z "$REFUSAL" ] || for kind in "${!CAUSES[@]}"; do CAUSES[$kind]+="|$REFUSAL"; done
    attempt env
    [ "$status" -eq 0 ] || failed 'it fails without a fault' || return 1
    rm -rf after
    mv now after
    USUAL=$(shown)
    count_calls
    [[ $FAULTS = [a-z]* ]] || tries=$((4 * FAULTS))
    fail_each memory "${tries:-$FAULTS}"
    for kind in open write sync rename start; do
        fail_each "$kind" "$FAULTS"
    done
    [ "${#RESULTS[@]}" -eq 0 ] && return
    for kind in write sync rename; do
        kill_each "$kind" "$FAULTS"
    done
}

# --- the scenarios ---

# saves_without_a_refused_move MOVE: COMMAND may save the game without this line of input, if it has said so.
saves_without_a_refused_move() {
    grep -v "$1" input | "${COMMAND[@]}" > /dev/null
    whole() {
        cmp -s now/game.xml before/game.xml || cmp -s now/game.xml after/game.xml ||
            { grep -q 'Cannot move: out of memory' said && cmp now/game.xml game.xml; } || failed 'the game is not whole'
    }
}

@test "the engine in UCI, with threads and a debug log" {
    printf '%s\n' uci 'setoption name Threads value 3' 'setoption name Debug Log File value log' \
        'position startpos moves e2e4' moves d 'go nodes 3000' wait quit > input
    SHOWN='/^(info depth|info string|bestmove)/!p'
    COMMAND=("$BIN/misere")
    every_fault
}

@test "the engine in CECP" {
    printf '%s\n' xboard 'protover 2' 'setboard k7/8/8/8/8/8/8/K7 w - - 0 1' 'usermove a1a2' quit > input
    COMMAND=("$BIN/misere")
    every_fault
}

@test "an engine that learns" {
    printf '%s\n' 'setoption name Experience File value file' \
        'position startpos moves c2c3 c7c6 b2b3 b8a6 b3b4 a6b4 c3b4 c6c5 b4c5 b7b6 c5b6 d8b6 f2f3 b6b1 a1b1 a8b8 b1b8 g7g6 b8c8' \
        quit > input
    COMMAND=("$BIN/misere")
    (cd before && "${COMMAND[@]}" < ../input)
    RESULTS=(file)
    every_fault
}

@test "the TextUI saves and loads" {
    printf '%s\n' 'StartNewGame human 0 human 0' 'MakeMove e2-e4 0' 'SaveGame game.xml' 'PrintAllMoves' \
        'LoadGame game.xml' QuitGame > input
    echo old > before/game.xml
    COMMAND=("$BIN/misere-textui")
    RESULTS=(game.xml)
    REFUSAL='Corrupt file'
    saves_without_a_refused_move MakeMove
    every_fault
}

# converted_but_for SCRIPT: out.pgn is as before, complete, or lacks the game whose number sed finds in the errors.
converted_but_for() {
    local bad
    cmp -s now/out.pgn before/out.pgn || cmp -s now/out.pgn after/out.pgn || {
        bad=$(sed -nE "$1" errors)
        [ "$status" -ne 0 ] && cmp -s now/out.pgn "without$bad.pgn"
    } || failed 'a game is lost'
}

@test "the converter" {
    printf '%s\n' 'losers startpos moves e2e4 e7e5' 'losers startpos moves e2e3 b7b5' > before/list.txt
    echo old > before/out.pgn
    COMMAND=("$BIN/misere-convert" list.txt out.pgn)
    RESULTS=(out.pgn)
    # A game that it cannot read is reported, with a status other than 0; the other one is converted.
    local number
    for number in 1 2; do
        sed "${number}s/.*//" before/list.txt > "without$number.txt"
        "$BIN/misere-convert" "without$number.txt" "without$number.pgn"
    done
    whole() { converted_but_for 's/.*list\.txt:([12]): .*out of memory.*/\1/p'; }
    every_fault
}

@test "the converter reads a folder" {
    mkdir -p before/games/1 before/games/2
    echo 'losers startpos moves e2e4 e7e5' > before/games/1/list.txt
    echo 'losers startpos moves e2e3 b7b5' > before/games/2/list.txt
    echo old > before/out.pgn
    COMMAND=("$BIN/misere-convert" games out.pgn)
    RESULTS=(out.pgn)
    # What it cannot read is reported, with a status other than 0; the rest is converted.
    local number
    for number in 1 2; do
        "$BIN/misere-convert" "before/games/$((3 - number))" "without$number.pgn"
    done
    whole() { converted_but_for "s/.*games\/([12])[^:]*(:1)?: .*(${CAUSES[memory]}|${CAUSES[open]}).*/\1/p"; }
    every_fault
}

@test "the converter does not call an XML file bad whose rest it cannot read" {
    cp "$DATA/gamefiles/valid/1994-checkmate.xml" before/game.xml
    COMMAND=("$BIN/misere-convert" game.xml game.pgn)
    traced -P "$PWD/now/game.xml" -e trace=read -e inject=read:error=EIO:when=2
    [ "$status" -eq 1 ]
    grep -q 'game\.xml: the rest of the file cannot be read' errors
}

@test "the TextUI for people" {
    printf '%s\n' e4 resign undo 'save game.xml' y undo 'load game.xml' moves settings game 'new losers' chips quit > input
    echo old > before/game.xml
    COMMAND=("$BIN/misere-textui" --play --two-persons)
    RESULTS=(game.xml)
    saves_without_a_refused_move '^e4'
    every_fault
}

@test "the referee resumes a match of programs" {
    local match=(--ruleset losers --games 4 --concurrency 2 --longest 6 --player random
        --player "cmd=$TEST_BIN/mock_chaos" name=mock arg=seed=1)
    (cd before && "$BIN/misere-referee" --quiet --seed 1 --out t --first 1 "${match[@]}")
    COMMAND=("$BIN/misere-referee" --quiet --seed 1 --out t "${match[@]}")
    RESULTS=(t/crosstable.txt)
    SHOWN='/^misere-referee/p'
    # It goes on with the other games, but loses none.
    whole() {
        not grep -vxFf now/t/log.jsonl before/t/log.jsonl || failed 'a game is lost'
    }
    every_fault
}

@test "the referee without memory at its start does not blame the command line" {
    COMMAND=("$BIN/misere-referee" --seed 1 --player random --player random)
    local number
    for number in 1 20 +20; do
        fault_in memory "$number"
        [ "$status" -eq 1 ] && [ "$(cat errors)" = 'misere-referee: out of memory' ] || failed "$number"
    done
}

@test "a program that the referee cannot start for lack of processes does not lose the game" {
    COMMAND=("$BIN/misere-referee" --quiet --seed 1 --unchecked --out t --ruleset losers --games 1 --longest 6 --player random
        --player "cmd=$TEST_BIN/mock_chaos" name=mock arg=seed=1)
    # fork() is clone; pthread_create() is clone3.
    traced -e trace=clone -e inject=clone:error=EAGAIN
    [ "$status" -eq 1 ]
    grep -q 'mock_chaos: .*Resource temporarily unavailable' errors
    not grep -q '"result"' now/t/log.jsonl
}

@test "the puzzle tool" {
    printf '%s\n' '{"log":"misere-referee 1","arguments":["--ruleset","6170-spring-2007"]}' \
        '{"game":1,"result":"1-0","fen":"3k1bn1/1b1p1p2/n2p2p1/8/4r3/P2p4/8/1N1K4 w - - 0 24","opening":0,"turns":"a3a4 e4a4 b1a3 a4a3"}' \
        > before/log.jsonl
    mkdir before/puzzles
    echo old > before/puzzles/mate-loses.json
    COMMAND=("$BIN/misere-puzzles" --out puzzles --nodes 300 --refute-nodes 1000 log.jsonl)
    RESULTS=(puzzles/mate-loses.json)
    every_fault
}

@test "the book tool and the annotator" {
    "$BIN/misere-referee" --quiet --seed 1 --ruleset losers --games 2 --longest 10 --out t --player random --player greedy
    cp t/log.jsonl t/games.pgn before
    echo old > before/book.bin
    echo old > before/page.html
    COMMAND=("$BIN/misere-book" --out book.bin --min-games 1 --min-score 0 log.jsonl)
    RESULTS=(book.bin)
    every_fault
    COMMAND=("$BIN/misere-annotate" --quiet --diagrams --depth 1 games.pgn page.html)
    RESULTS=(page.html)
    every_fault
}

@test "the book tool shows, suggests and prunes" {
    printf '%s\n' '{"log":"misere-referee 1","arguments":["--ruleset","6170-spring-2007"]}' \
        '{"game":1,"result":"1/2-1/2","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1","opening":0,"turns":"f2f3 e7e5 g2g4"}' \
        > log.jsonl
    "$BIN/misere-book" --out before/book.bin --min-games 1 --min-score 0 log.jsonl
    COMMAND=("$BIN/misere-book" --show book.bin)
    every_fault
    COMMAND=("$BIN/misere-book" --openings 3 --ruleset losers)
    every_fault
    COMMAND=("$BIN/misere-book" --prune book.bin --nodes 100)
    RESULTS=(book.bin)
    SHOWN='/^$/p' # what is removed is removed only once, and a repeated command removes nothing
    every_fault
}

@test "the annotator writes PGN, and a page with a board" {
    printf '%s\n' '1. f2f3 e7e5 2. g2g4 d8h4 0-1' > before/game.pgn
    echo '<!--game-->' > before/board.html
    COMMAND=("$BIN/misere-annotate" --quiet --board board.html --depth 1 game.pgn page.html)
    RESULTS=(page.html)
    every_fault
    COMMAND=("$BIN/misere-annotate" --quiet --depth 1 game.pgn annotated.pgn)
    RESULTS=(annotated.pgn)
    every_fault
}

@test "the prover" {
    # White must pass; then Black has several ways to win at once.
    COMMAND=("$BIN/misere-prove" --nodes 1000 --out proof --fen '8/8/7p/7P/8/1k6/2q5/K7 w - - 0 1')
    RESULTS=(proof)
    every_fault
}

@test "the training tool fits networks and the WDL model, and averages" {
    "$BIN/misere-train" play --ruleset losers --games 25 --nodes 20 --out before/games
    COMMAND=("$BIN/misere-train" fit --threads 1 --epochs 1 --out net games)
    RESULTS=(net)
    every_fault
    cp after/net before/old
    COMMAND=("$BIN/misere-train" average --out net old old)
    every_fault
    COMMAND=("$BIN/misere-train" wdl games games games games games games games games games games games games)
    RESULTS=()
    every_fault
}

@test "the training tool plays, merges and calibrates" {
    COMMAND=("$BIN/misere-train" play --ruleset losers --games 2 --nodes 20 --threads 1 --out positions)
    RESULTS=(positions)
    every_fault
    cp after/positions before
    COMMAND=("$BIN/misere-train" merge --out positions positions positions)
    every_fault
    COMMAND=("$BIN/misere-train" calibrate --out positions positions)
    every_fault
}
