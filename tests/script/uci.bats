#!/usr/bin/env bats
# The UCI server as a program: lines in, lines out.

load helpers

@test "uci names the engine, every option and every ruleset" {
    engine uci isready
    like '^id name Misere'
    has 'readyok'
    has 'uciok'
    has 'option name Clear Hash type button'
    has 'option name Ponder type check default false'
    has 'option name UCI_LimitStrength type check default false'
    has 'option name UCI_ShowWDL type check default false'
    has 'option name Threads type spin default 1 min 1 max 256'
    has 'option name MultiPV type spin default 1 min 1 max 500'
    has 'option name Skill Level type spin default 20 min 0 max 20'
    like '^option name UCI_Elo type spin default [0-9]+ min [0-9]+ max [0-9]+$'
    like '^option name Hash type spin default [0-9]+ min 1 max 65536$'
    for ruleset in 6170-spring-1994 6170-fall-2003 6170-fall-2003-mindcontrol 6170-spring-2006 \
        6170-spring-2006-antiking 6170-spring-2007 6170-spring-2007-encastle 6170-fall-2007 losers
    do
        like "^option name UCI_Variant type combo default 6170-spring-2007 .*var $ruleset( |$)"
    done
}

@test "perft divides and counts" {
    engine 'go perft 1' wait 'setoption name UCI_Variant value 6170-spring-2006-antiking' \
        'go perft 3' wait
    has 'e2e4: 1'
    has 'Nodes searched: 20'
    has 'Nodes searched: 8479'
    run "$MISERE" go perft 0
    has 'Nodes searched: 1'
}

@test "position, moves, status and d" {
    engine 'position startpos moves e2-e4 d7d5' moves status d
    has 'moves e4d5'
    has 'status playing white'
    has 'Fen: rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2'
    has '5 |   |   |   | p |   |   |   |   |'
}

# bats test_tags=plain
@test "a finished game has no best move" {
    engine 'position startpos moves c2c3 c7c6 b2b3 b8a6 b3b4 a6b4 c3b4 c6c5 b4c5 b7b6 c5b6 d8b6 f2f3 b6b1 a1b1 a8b8 b1b8 g7g6 b8c8' \
        status moves 'go depth 3' eval
    has 'status won white checkmate'
    has 'moves'
    has 'info depth 0 score mate 0'
    has 'bestmove (none)'
}

@test "a stalemated player passes" {
    engine 'position fen k7/2Q5/8/8/8/p7/P7/7K b - - 0 1' status moves 'go depth 3' \
        'position fen k7/2Q5/8/8/8/p7/P7/7K b - - 0 1 moves 0000 h1g1 0000' status \
        'position fen k7/2Q5/8/8/8/p7/P7/7K b - - 0 1 moves h1g1 g1h1' d
    has 'status playing white'
    has 'moves 0000'
    has 'bestmove 0000'
    has 'Fen: k7/2Q5/8/8/8/p7/P7/7K b - - 4 3'
}

@test "mind control has composite turns" {
    engine 'setoption name UCI_Variant value 6170-fall-2003-mindcontrol' \
        'position startpos moves e2e4,e7e5' 'go depth 4' wait \
        'position fen 4k3/8/8/8/8/8/3n4/K2R3R w - - 0 1 moves d1d2,gameover' status d
    like '^bestmove [a-h][1-8][a-h][1-8],[a-h][1-8][a-h][1-8]( ponder [a-h][1-8][a-h][1-8],[a-h0-8,]+)?$'
    like '^info depth 4 .* pv [a-h][1-8][a-h][1-8],'
    has 'status won black piecesLost'
    has 'Fen: none: the game ended in the middle of a turn'
}

# bats test_tags=plain
@test "a chip may be spent" {
    engine 'setoption name UCI_Variant value 6170-fall-2003' \
        'position fen rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2 chips:1/0' moves \
        'position fen rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2 chips:1/0 moves 0000' \
        moves
    has 'moves 0000 e4d5'
    has 'moves d5e4'
}

@test "a mate in one is found; mates are counted in turns" {
    engine 'position startpos moves c2c3 c7c6 b2b3 b8a6 b3b4 a6b4 c3b4 c6c5 b4c5 b7b6 c5b6 d8b6 f2f3 b6b1 a1b1 a8b8 b1b8 g7g6' \
        'go depth 3' wait
    like 'score mate 1 '
    has 'bestmove b8c8'
}

@test "promotion letters are read and written" {
    engine 'setoption name UCI_Variant value losers' \
        'position fen 3n3k/4P3/8/8/8/8/8/K6R b - - 0 1 moves h8g8' moves
    has 'moves e7d8b e7d8n e7d8q e7d8r'
    engine 'position fen 3n3k/4P3/8/8/8/8/8/K6R b - - 0 1 moves h8g8' moves
    has 'moves e7d8q'
}

# bats test_tags=plain
@test "Tournament Draws turns the draws on" {
    local repeated='position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8'
    engine "$repeated" status 'setoption name Tournament Draws value true' status
    has 'status playing white'
    has 'status drawn threefold'
}

@test "errors name the word and its place; after a refused position there is none" {
    engine 'position startpos moves e2e4' 'position startpos moves e2e4 e7e4' \
        'position startpos moves e2e4 foo' 'position fen 8/8/8/8/8/8/8/8 w - - 0 1' \
        'position fen' position 'position elsewhere' 'position startpos sevom e2e4' \
        'go depth x' wait 'go sideways nodes 9' wait 'position startpos moves e2e4' \
        'go depth x' wait 'go sideways nodes 9' wait 'go movetime 0' wait 'setoption' 'setoption name' \
        'setoption name Hash' 'setoption name Hash value 99999999999999999999' \
        'setoption name Nonsense value 1' 'setoption name UCI_Variant value chess' \
        'bench 0' nonsense 'setoption name Hash value32' d "position fen $(printf '%0300d' 0)" d
    like "^info string error: position: move 2: 'e7e4' is not legal"
    like "^info string error: position: move 2: 'foo' is not a move"
    like '^info string error: position: White has no king'
    like "^info string error: position: FEN board"
    like "^info string error: position: word 2: expected startpos or fen, not 'elsewhere'"
    like "^info string error: position: word 3: expected moves, not 'sevom'"
    like "^info string error: go: there is no position: word 3: expected moves, not 'sevom'"
    like "^info string error: go: word 3: 'x' is not a valid number for depth; 1 is used"
    like "^info string error: go: word 2: unknown word 'sideways'"
    like "^info string error: setoption: option Hash: '99999999999999999999'"
    like "^info string error: setoption: unknown option 'Nonsense'"
    like "^info string error: setoption: unknown option 'Hash value32'"
    like "^info string error: setoption: option UCI_Variant: unknown ruleset 'chess'"
    like "^info string error: position: the FEN is too long"
    like "^info string error: word 1: unknown command 'nonsense'"
    has 'Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1'
    like "^info string error: d: there is no position: the FEN is too long"
    [ "$(grep -c '^bestmove (none)' <<< "$output")" -eq 2 ]
    [ "$(grep -c '^bestmove' <<< "$output")" -eq 5 ]
    [ "$(grep -c '^info string error:' <<< "$output")" -eq 23 ]
}

# bats test_tags=threads
@test "the debug log has both input and output" {
    local log="$BATS_TEST_TMPDIR/log"
    engine "setoption name Debug Log File value $log" isready d 'go depth 1' wait \
        'setoption name Debug Log File value /nowhere/at/all' 'setoption name Debug Log File' uci
    like '^info string error: setoption: option Debug Log File: /nowhere/at/all: No such file'
    has 'option name Debug Log File type string default <empty>'
    output=$(< "$log")
    has '>> isready'
    has '<< readyok'
    has '<< 8 | r | n | b | q | k | b | n | r |'
    like '^<< bestmove '
    like '^<< info string error: setoption: option Debug Log File'
    unlike 'uciok'
    unlike '^[^<>]'
}

@test "the debug log shows control characters by their codes" {
    local log="$BATS_TEST_TMPDIR/log"
    engine "setoption name Debug Log File value $log" $'\e]0;title\a \x9b31m \xc3\xa8' isready
    grep -qxF $'>> \\x1b]0;title\\x07 \\x9b31m \xc3\xa8' "$log"
    [ "$(tr -d '\n -~\303\250' < "$log" | wc -c)" -eq 0 ]
}

@test "with --no-files no command names a file; with --no-files=FILE only that one" {
    local program name
    program=$(realpath "$OLDPWD/$MISERE" 2> /dev/null || realpath "$MISERE")
    for name in 'Debug Log File' EvalFile BookFile 'Experience File' SyzygyPath; do
        run -0 timeout 300 "$program" --no-files < <(printf '%s\n' uci \
            "setoption name $name value victim" "setoption name $name")
        unlike "^option name $name"
        like "^info string error: setoption: unknown option '$name'"
        run -0 timeout 300 "$program" --no-files=mine < <(printf '%s\n' uci \
            "setoption name $name value victim" "setoption name $name")
        has "option name $name type string default <empty>"
        has "info string error: setoption: option $name: 'victim' is not the file that --no-files allows"
        run -0 timeout 300 "$program" --no-files < <(printf '%s\n' xboard 'protover 2' \
            "option $name=victim")
        unlike "^feature option=\"$name"
        like "^Error .*$name"
        [ ! -e victim ]
    done
    run -0 timeout 300 "$program" --no-files=mine < <(echo 'setoption name Debug Log File value mine')
    [ -z "$output" ] && [ -e mine ]
    run -2 "$program" --no-file-names
    like ": unknown option '--no-file-names'; try --help"
}

# bats test_tags=threads
@test "searches with several threads end and stop promptly" {
    engine 'setoption name Threads value 4' 'go nodes 50000' wait 'go infinite' stop \
        'setoption name Threads value 2' 'go depth 5' wait 'setoption name Threads value 257' \
        'setoption name UCI_Variant value 6170-fall-2003-mindcontrol' 'go depth 4' wait
    [ "$(grep -c '^bestmove [a-h]' <<< "$output")" -eq 4 ]
    like "^info string error: setoption: option Threads: '257' is not a number from 1 to 256"
}

# bats test_tags=threads
@test "threads that cannot be started are an error, and the old ones stay" {
    [ -z "$MISERE_SANITIZED" ] || skip "sanitizers need all the memory there is"
    [ -z "$MISERE_WINDOWS" ] || skip "wine needs more memory than the limit"
    run bash -c "ulimit -s 65536; ulimit -v 250000; printf '%s\n' 'setoption name Threads value 2' \
        'setoption name Threads value 256' 'go depth 5' wait | '$MISERE'"
    has 'info string error: setoption: option Threads: cannot start that many threads'
    like '^bestmove [a-h]'
}

@test "MultiPV, searchmoves and UCI_ShowWDL" {
    engine 'setoption name MultiPV value 3' 'setoption name UCI_ShowWDL value true' 'go depth 3' wait
    like '^info depth 3 seldepth [0-9]+ multipv 1 score cp -?[0-9]+ wdl [0-9]+ [0-9]+ [0-9]+ nodes [0-9]+ nps [0-9]+ hashfull [0-9]+ tbhits 0 time [0-9]+ pv [a-h]'
    like '^info depth 3 seldepth [0-9]+ multipv 3 '
    unlike 'multipv 4'
    engine 'go depth 3 searchmoves a2a3 h2-h4 nodes 5000' wait \
        'setoption name UCI_Variant value 6170-fall-2003-mindcontrol' \
        'setoption name MultiPV value 500' 'go searchmoves e2e4,e7e5 e2e4,d7d5 depth 4' wait
    like '^bestmove (a2a3|h2h4) '
    like '^info depth 4 .* multipv 1 .* pv e2e4,e7e5 |^info depth 4 .* multipv 2 .* pv e2e4,e7e5 '
    like '^info depth 4 .* multipv 1 .* pv e2e4,d7d5 |^info depth 4 .* multipv 2 .* pv e2e4,d7d5 '
    unlike 'multipv 3'
    engine 'go depth 1 searchmoves e2e5' wait 'go searchmoves e2e4 sideways nodes 9' wait
    like "^info string error: go: word 5: 'e2e5' is not legal"
    has 'bestmove (none)'
    like "^info string error: go: word 4: 'sideways' is not a move"
    like '^bestmove e2e4'
}

# bats test_tags=plain
@test "go mate finds a mate in that many turns" {
    engine 'position fen k7/2Q5/3K4/8/8/p7/P7/8 w - - 0 1' 'go mate 2' wait 'go mate 1' wait \
        'setoption name UCI_ShowWDL value true' 'go depth 4' wait
    like 'score mate 2 nodes'
    like 'score mate 2 wdl 1000 0 0 nodes'
    [ "$(grep -c '^bestmove' <<< "$output")" -eq 3 ]
}

# bats test_tags=plain
@test "even a search of one node has a line with a score" {
    for ruleset in 6170-spring-2007 6170-fall-2003-mindcontrol 6170-spring-2006-antiking; do
        engine "setoption name UCI_Variant value $ruleset" 'go nodes 1' wait
        like '^info depth 1 seldepth [0-9]+ multipv 1 score cp -?[0-9]+ nodes 1 .* pv [a-h]'
    done
}

# bats test_tags=threads
@test "pondering ends when told to, or after ponderhit when its time is up" {
    engine ponderhit 'go ponder wtime 60000 btime 60000' wait stop wait ponderhit \
        'go ponder movetime 20' isready ponderhit wait 'go infinite' ponderhit stop wait
    has 'info string error: wait: this search ends only when told to stop'
    [ "$(grep -c '^info string error: ponderhit: nothing is being pondered' <<< "$output")" -eq 3 ]
    # A search that is stopped at once may not have found a ponder move.
    [ "$(grep -cE '^bestmove [a-h][1-8][a-h][1-8]( ponder [a-h][1-8][a-h][1-8])?$' <<< "$output")" -eq 3 ]
    engine 'go depth 6' wait
    like '^bestmove [a-h][1-8][a-h][1-8] ponder [a-h][1-8][a-h][1-8]$'
}

# bats test_tags=threads
@test "ponderhit does not end an infinite search" {
    for words in 'go ponder' 'go ponder infinite' 'go ponder infinite movetime 20'; do
        engine "$words" ponderhit wait isready ponderhit stop wait
        has 'info string error: wait: this search ends only when told to stop'
        has 'info string error: ponderhit: nothing is being pondered'
        has readyok
        [ "$(grep -c '^bestmove [a-h]' <<< "$output")" -eq 1 ]
    done
}

# bats test_tags=plain
@test "weak play is quick, legal and not always the same" {
    engine 'setoption name Skill Level value 0' 'go movetime 100000' wait 'go movetime 100000' wait \
        'go movetime 100000' wait 'go movetime 100000' wait 'go movetime 100000' wait \
        'setoption name Skill Level value 20' 'setoption name UCI_LimitStrength value true' \
        'setoption name UCI_Elo value 500' 'go nodes 100000000' wait
    [ "$(grep -c '^bestmove [a-h]' <<< "$output")" -eq 6 ]
    [ "$(grep '^bestmove' <<< "$output" | sort -u | wc -l)" -gt 1 ]
}

# bats test_tags=threads
@test "commands that would disturb a search are refused during it" {
    engine 'go infinite' isready 'position startpos moves e2e4' \
        'setoption name Hash value 2' ucinewgame bench stop wait status
    has readyok
    [ "$(grep -c ': not allowed during a search that ends only when told to stop' <<< "$output")" -eq 5 ]
    like '^bestmove '
    like '^info string error: status: there is no position: not allowed during a search'
}

# bats test_tags=threads
@test "each go is answered once, also during a search without an end" {
    engine 'go infinite' 'go ponder' 'go depth 1' 'go infinite' 'go movetime 1' wait
    [ "$(grep -c '^bestmove [a-h]' <<< "$output")" -eq 5 ]
    unlike error
}

# bats test_tags=threads
@test "commands sent right after stop are executed" {
    engine 'go infinite' stop 'position startpos moves e2e4' 'go depth 2' wait \
        'setoption name	Hash  value 	2' isready
    [ "$(grep -c '^bestmove' <<< "$output")" -eq 2 ]
    unlike 'error'
    has readyok
}

# bats test_tags=threads
@test "a script needs no pauses" {
    engine 'position startpos' 'go perft 3' quit
    has 'Nodes searched: 8067'
    engine 'go perft 2' 'position startpos moves e2e4' 'go depth 3' 'position startpos moves d2d4' \
        status d 'bench 2'
    unlike error
    has 'Nodes searched: 400'
    like '^bestmove'
    has 'Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b - - 0 1'
    like '^Nodes/second'
}

@test "a search without end is not waited for" {
    engine 'go infinite' wait stop wait
    has 'info string error: wait: this search ends only when told to stop'
    run timeout 300 "$MISERE" go infinite
    [ "$status" -eq 1 ]
    run "$MISERE" go perft 2
    [ "$status" -eq 0 ]
}

# bats test_tags=plain
@test "an unknown command on the command line is an error of the command line" {
    local word
    for word in benhc xboard 'gop erft 2' be; do
        run -1 --separate-stderr "$MISERE" "$word"
        [ "$output" = '' ]
        [[ $stderr =~ misere(\.exe)?": unknown command '${word%% *}'; try --help" ]]
    done
    run -0 "$MISERE" 'go perft' ' 2'
    has 'Nodes searched: 400'
    run -1 "$MISERE" position nonsense
    has "info string error: position: word 2: expected startpos or fen, not 'nonsense'"
    run -0 "$MISERE" ' '
    run -0 "$MISERE" quit
    [ "$output" = '' ]
}

# bats test_tags=threads
@test "go infinite answers once, and only when told to stop" {
    coproc ENGINE { "$MISERE"; }
    pid=$ENGINE_PID # bash forgets it once the engine has ended
    # There is a short mate, so the search itself ends at once.
    echo 'position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1' >&"${ENGINE[1]}"
    echo 'go infinite' >&"${ENGINE[1]}"
    while read -r -t 300 line <&"${ENGINE[0]}" && [[ $line != *' score mate 1 '* ]]; do :; done
    for _ in {1..20}; do
        echo 'isready' >&"${ENGINE[1]}"
        while read -r -t 300 line <&"${ENGINE[0]}" && [ "$line" != readyok ]; do
            [[ $line != bestmove* ]]
        done
        [ "$line" = readyok ]
    done
    echo 'stop' >&"${ENGINE[1]}"
    while read -r -t 300 line <&"${ENGINE[0]}" && [[ $line != bestmove* ]]; do :; done
    [[ $line = bestmove* ]]
    echo 'isready' >&"${ENGINE[1]}"
    while read -r -t 300 line <&"${ENGINE[0]}" && [ "$line" != readyok ]; do
        [[ $line != bestmove* ]]
    done
    [ "$line" = readyok ]
    echo 'quit' >&"${ENGINE[1]}"
    wait "$pid"
}

# bats test_tags=threads
@test "quit and the end of input stop an infinite search" {
    for last in quit ''; do
        engine 'go infinite' "$last"
        like '^bestmove '
    done
    engine 'go perft 30' stop wait isready
    has 'info string error: go perft: stopped before the end'
    has readyok
}

# bats test_tags=threads
@test "the engine survives any input" {
    for seed in 1 2 3; do
        perl -e 'srand(shift); print map { chr int rand 256 } 1 .. 300000' "$seed" \
            > "$BATS_TEST_TMPDIR/noise"
        run timeout 300 "$MISERE" < <(cat "$BATS_TEST_TMPDIR/noise"; printf '\nisready\n')
        [ "$status" -eq 0 ]
        has readyok
    done
    run timeout 300 "$MISERE" < <(head -c 20000000 /dev/zero | tr '\0' x; printf '\nisready\n')
    has 'info string error: line: longer than 8 MiB'
    has readyok
    run timeout 300 "$MISERE" < <(printf 'is\0ready\n\n   \nisready\r\n')
    has 'info string error: line: contains a NUL byte'
    has readyok
}

# search WORDS: sends `go WORDS`, waits for bestmove, and sets `nodes` to how many were searched.
search() {
    local line
    echo "go $1" >&"${ENGINE[1]}"
    while read -r -t 300 line <&"${ENGINE[0]}" && [[ $line != bestmove* ]]; do
        [[ ! $line =~ ^info\ depth\ .*\ nodes\ ([0-9]+) ]] || nodes=${BASH_REMATCH[1]}
    done
    [[ $line =~ ^bestmove\ [a-h][1-8][a-h][1-8](\ ponder\ [a-h][1-8][a-h][1-8])?$ ]]
}

# `tools/bench-search clocks` measures the time.
# bats test_tags=threads
@test "no clock is exceeded, if it counts nodes, and each search ends by itself, if it does not" {
    local nodes_per_ms
    coproc ENGINE { "$MISERE"; }
    pid=$ENGINE_PID # unset by bash once the engine exits
    for nodes_per_ms in 100 0; do
        echo "setoption name nodestime value $nodes_per_ms" >&"${ENGINE[1]}"
        while read -r clock words; do
            search "$words"
            echo "go $words: $nodes nodes"
            [ "$nodes_per_ms" -eq 0 ] || [ "$nodes" -le $((clock * nodes_per_ms + 100)) ]
        done << 'CASES'
1 wtime 1 btime 1
0 wtime 0 btime 0
0 wtime -5 btime -5
1 movetime 1
100 wtime 100 btime 100 movestogo 1
200 wtime 200 btime 1 winc 0 binc 9
0 btime 60000
0 movestogo 9
100 winc 100 binc 100
300 movetime 300
1 nodes 1
1 depth 1
CASES
    done
    echo quit >&"${ENGINE[1]}"
    wait "$pid"
}

# bats test_tags=plain
@test "the engine notices from its clock that turns cost more than its own thinking time" {
    coproc ENGINE { "$MISERE"; }
    pid=$ENGINE_PID
    search 'wtime 20000 btime 20000 depth 1'
    echo "position startpos moves e2e3 e7e6" >&"${ENGINE[1]}"
    search 'wtime 18100 btime 20000 depth 1'
    echo "position startpos moves e2e3 e7e6 a2a4 a7a5" >&"${ENGINE[1]}"
    search 'wtime 20000 btime 20000'
    # In a thirtieth of a second, instead of a whole one.
    echo "$nodes nodes"
    [ "$nodes" -lt 300000 ]
    echo quit >&"${ENGINE[1]}"
    wait "$pid"
}

# bats test_tags=plain
@test "bench has the node count of tests/data/bench-nodes" {
    [ -n "$MISERE_SANITIZED" ] && skip 'test_search runs bench under the sanitizers'
    run -0 timeout 300 "$MISERE" bench
    has "Nodes searched  : $(< "$DATA/bench-nodes")"
}

# bats test_tags=plain
@test "help, --help and --version" {
    engine help
    for command in uci isready setoption ucinewgame position go ponderhit stop wait d moves status eval bench
    do
        like "^$command "
    done
    run "$MISERE" --help
    like '^Usage: misere'
    run "$MISERE" --version
    like '^misere(\.exe)? [0-9]'
}

# The names in the first column of the tables below the heading $1 of docs/engine.md, sorted: each
# $2 (a pattern).
documented() {
    perl -ne 'BEGIN { ($heading, $name) = splice @ARGV, 0, 2 }
        if (/^##+ (.*)/) { $in = $1 eq $heading }
        next if !$in || !/^\| (`.*?`) \| /;
        print "$_\n" for $1 =~ /`($name)[^`]*`/g' "$1" "$2" "$ROOT/docs/engine.md" |
        sort -u
}

# bats test_tags=plain
@test "the documentation has every command, every word of go, and every option" {
    engine help
    [ "$(documented Commands '\w+')" = "$(grep -o '^[a-z]*' <<< "$output" | sort)" ]
    [ "$(sed -n 's/^`go` takes `\(.*\)`.*/\1/p' "$ROOT/docs/engine.md" |
        tr ' ' '\n' | sort)" = \
        "$(grep '^go ' <<< "$output" | grep -o '\[[a-z]*' | tr -d '[' | sort)" ]
    engine uci
    [ "$(documented Options '[^`]+')" = \
        "$(sed -n 's/^option name \(.*\) type .*/\1/p' <<< "$output" | sort)" ]
}

# bats test_tags=threads
@test "while commands wait for a search, isready, stop and quit are heard" {
    engine 'go depth 100' 'position startpos moves e2e4' isready stop status quit
    has readyok
    like '^bestmove '
    has 'status playing black'
    engine 'go perft 100' 'position startpos moves e2e4' 'go perft 1' stop status
    has 'info string error: go perft: stopped before the end'
    has 'status playing black'
    engine 'go depth 100' 'position startpos moves e2e4' 'go depth 100' status quit
    [ "$(grep -c '^bestmove ' <<< "$output")" -eq 2 ]
    has 'status playing black'
    unlike 'error'
}

# bats test_tags=threads
@test "random sessions with four threads: each search has one answer" {
    [ -z "$MISERE_WINDOWS" ] || skip "wine is slow"
    run env MISERE_BIN="$BIN" "$ROOT/tests/stress/uci-sessions" \
        $((${MISERE_SANITIZED:+0 *} 7 + 3))
    [ "$status" -eq 0 ] || { echo "$output"; return 1; }
}
