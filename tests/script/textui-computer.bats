#!/usr/bin/env bats
# The TextUI adapter, spring 2007: the computer's turn, and engines that fail.

load textui-helpers

@test "each command on the computer's turn, before and after GetNextMove" {
    dialogue --engine "$(player e2e4 d2d4)" <<END
> StartNewGame computer 60000 human 0
New game started
> MakeNextMove
First GetNextMove
> MakeMove e2-e4 0
> MakeMove nonsense 0
> MakeMove e2-e4
Input error
> IsLegalMove e2-e4
legal
> GetTime black
unlimited
> GetNextMove
e2-e4
> GetNextMove
e2-e4
> MakeMove a2-a3 0
> MakeNextMove
> MakeNextMove
Please specify human move
> GetNextMove
Human turn
> MakeMove h7-h6 0
h7-h6
> MakeNextMove
First GetNextMove
> GetNextMove
d2-d4
> QuitGame
Exiting game
END
    [ "$(grep -c '^go' "$BATS_TEST_TMPDIR/told")" -eq 2 ]
    [ "$(grep -c '^uci$' "$BATS_TEST_TMPDIR/told")" -eq 1 ]
    [ "$(grep -c '^ucinewgame' "$BATS_TEST_TMPDIR/told")" -eq 1 ]
    told 'position startpos moves e2e4 h7h6$'
    told 'quit'
}

# bats test_tags=plain
@test "the engine's time is charged once" {
    printf '%s\n' 'StartNewGame computer 5000000 human 0' GetNextMove 'GetTime white' GetNextMove \
        'GetTime white' MakeNextMove 'GetTime white' |
        "$TEXTUI" --engine "$(mock slow-go)" >"$BATS_TEST_TMPDIR/actual"
    mapfile -t line <"$BATS_TEST_TMPDIR/actual"
    [ "${line[1]}" = e2-e4 ]
    between 1 4999850 "${line[2]}" # it waits 150 ms
    [ "${line[3]}" = e2-e4 ]
    [ "${line[4]}" = "${line[2]}" ]
    [ "${line[5]}" = "${line[2]}" ]
}

# bats test_tags=plain
@test "an engine without the option Skill Level is weakened by a depth limit" {
    sed -i 's/option name Skill Level type spin.n//' "$(player e2e4)"
    for level in 0 7 20; do
        printf 'StartNewGame computer 60000 human 0\nGetNextMove\n' | "$TEXTUI" --level $level --engine "$BATS_TEST_TMPDIR/player"
    done
    [ "$(sed -n 's/^go.* depth \([0-9]*\).*/\1/p; s/^go [^d]*$/none/p' "$BATS_TEST_TMPDIR/told" | xargs)" = '1 4 none' ]
}

# bats test_tags=plain
@test "the computer uses all processors, or as many as its engine takes threads" {
    local max threads
    for max in 1000 3; do
        sed -i "s/'option name U/'option name Threads type spin default 1 min 1 max $max\\\\noption name U/" \
            "$(player e2e4)"
        printf 'StartNewGame computer 0 human 0\nGetNextMove\n' | "$TEXTUI" --engine "$BATS_TEST_TMPDIR/player"
        threads=$(getconf _NPROCESSORS_ONLN)
        while [ "$threads" -gt "$max" ]; do threads=$((threads / 2)); done
        [ "$threads" -eq 1 ] || told "setoption name Threads value $threads$"
        [ "$(grep -c Threads "$BATS_TEST_TMPDIR/told")" -eq $((threads > 1)) ]
    done
}

@test "a new or loaded game forgets the chosen move" {
    "$TEXTUI" --engine "$(mock)" >"$BATS_TEST_TMPDIR/actual" <<END
StartNewGame computer 0 human 0
GetNextMove
StartNewGame computer 0 human 0
MakeNextMove
GetNextMove
LoadGame $DATA/timed.xml
MakeNextMove
END
    diff -u - "$BATS_TEST_TMPDIR/actual" <<END
New game started
e2-e4
New game started
First GetNextMove
e2-e4
Game loaded
First GetNextMove
END
}

@test "what is sent to the engine" {
    dialogue --engine "$(player e2e4 e7e6 d7d5 e2e4,e7e5 e7e6 d2d4 g7g8q)" --think 1000 <<END
> StartNewGame computer 60000000 computer 30000000 6170-spring-2006
New game started
> GetNextMove
e2-e4
> MakeNextMove
> GetNextMove
e7-e6
> StartNewGame computer 0 human 0 6170-fall-2003-mindcontrol
New game started
> LoadGame DATA/timed.xml
Game loaded
> StartNewGame human 0 computer 0
New game started
> MakeMove e2e4 0
e2-e4
> GetNextMove
d7-d5
> StartNewGame computer 0 human 0 6170-fall-2003-mindcontrol
New game started
> GetNextMove
e2-e4,e7-e5
> StartNewGame human 0 computer 50000000
New game started
> MakeMove c2c3 0
c2-c3
> GetNextMove
e7-e6
> StartNewGame computer 0 human 0
New game started
> GetNextMove
d2-d4
> LoadGame DATA/promotion.xml
Game loaded
> GetNextMove
g7-g8
END
    told 'position fen 8/2p3P1/8/k7/8/8/8/4K3 w - - 0 1$'
    told 'setoption name UCI_Variant value 6170-spring-2006$'
    told 'position startpos$'
    told 'go wtime [0-9]* btime 30000000$'
    told 'position startpos moves e2e4$'
    told 'go wtime [0-9]* btime [0-9]*$'
    told 'setoption name UCI_Variant value 6170-spring-2007$'
    told 'go movetime [0-9]*$'
    told 'setoption name UCI_Variant value 6170-fall-2003-mindcontrol$'
    told 'go btime [0-9]*$'
    # What is left of each clock, less the time that it takes to tell the engine.
    mapfile -t clock < <(sed -n 's/^go wtime \([0-9]*\) btime 30000000$/\1/p; s/^go .*btime \([0-9]*\)$/\1/p' "$BATS_TEST_TMPDIR/told")
    between 50000000 59999999 "${clock[0]}"
    between 20000000 29999999 "${clock[1]}"
    between 40000000 49999999 "${clock[2]}"
    [ "$(grep -c '^ucinewgame' "$BATS_TEST_TMPDIR/told")" -eq 6 ]
}

# bats test_tags=plain
@test "with an unlimited clock an engine that thinks for longer than --think is stopped" {
    answers 'StartNewGame computer 0 human 0
GetNextMove' --engine "$(mock wait-stop)" --think 500 --transcript "$BATS_TEST_TMPDIR/transcript" >"$BATS_TEST_TMPDIR/actual"
    printf 'New game started\ng1-f3\n' | diff -u - "$BATS_TEST_TMPDIR/actual"
    between 100 400 "$(sed -n 's/.*-> go movetime \([0-9]*\)$/\1/p' "$BATS_TEST_TMPDIR/transcript")"
    grep -q -- '-> stop$' "$BATS_TEST_TMPDIR/transcript"
}

# bats test_tags=plain
@test "an engine that thinks for too long is stopped before its clock runs out" {
    answers 'StartNewGame computer 10000 human 0
GetNextMove
GetTime white' --engine "$(mock wait-stop)" >"$BATS_TEST_TMPDIR/actual"
    mapfile -t line <"$BATS_TEST_TMPDIR/actual"
    [ "${line[1]}" = g1-f3 ]
    between 1 5100 "${line[2]}"
}

@test "a clock that runs out while the engine thinks ends the game" {
    dialogue --engine "$(mock hang-go)" <<END
> StartNewGame computer 300 human 0
New game started
> GetNextMove
Black Player has won
> GetNextMove
Input error
> StartNewGame human 300 computer 200
New game started
> MakeMove e2e4 0
e2-e4
> GetNextMove
White Player has won
END
}

@test "an engine that fails twice is an engine error" {
    for how in die-at-start exit-go kill-go close-go empty-go huge-go nonsense-go; do
        answers 'StartNewGame computer 60000 human 0
GetNextMove
GetTime white
MakeNextMove
GetNextMove
IsLegalMove e2e4' --engine "$(mock $how)" >"$BATS_TEST_TMPDIR/actual"
        sed 's/^\(Engine error\): .*[a-z].*/\1/' "$BATS_TEST_TMPDIR/actual" >"$BATS_TEST_TMPDIR/short"
        diff -u - "$BATS_TEST_TMPDIR/short" <<END
New game started
Engine error
60000
First GetNextMove
Engine error
legal
END
    done
}

# bats test_tags=plain
@test "an engine that goes silent twice is an engine error" {
    answers 'StartNewGame computer 0 human 0
GetNextMove
MakeNextMove
SaveGame '"$BATS_TEST_TMPDIR"'/rescued.xml
QuitGame' --engine "$(mock hang-go)" --think 500 >"$BATS_TEST_TMPDIR/actual"
    sed -i 's/^\(Engine error\): .*no bestmove.*/\1/' "$BATS_TEST_TMPDIR/actual"
    diff -u - "$BATS_TEST_TMPDIR/actual" <<END
New game started
Engine error
First GetNextMove
Game saved
Exiting game
END
    [ -s "$BATS_TEST_TMPDIR/rescued.xml" ]
}

# bats test_tags=plain
@test "an engine that cannot be started" {
    for path in /nonexistent/engine no-such-engine-in-path /etc/passwd; do
        [[ $(answers 'StartNewGame computer 0 human 0
GetNextMove' --engine $path | tail -n 1) == "Engine error: "?* ]]
    done
}

@test "an engine that dies once is restarted and asked again" {
    dialogue --engine "$(mock last-go)" <<END
> StartNewGame computer 0 human 0
New game started
> GetNextMove
e2-e4
> StartNewGame computer 0 human 0
New game started
> GetNextMove
e2-e4
END
    # and an engine that dies only in its first search
    cat >"$BATS_TEST_TMPDIR/phoenix" <<END
#!/bin/sh
if [ -e "$BATS_TEST_TMPDIR/ash" ]; then exec "$MOCK"; fi
touch "$BATS_TEST_TMPDIR/ash"
exec "$MOCK" exit-go
END
    chmod +x "$BATS_TEST_TMPDIR/phoenix"
    dialogue --engine "$BATS_TEST_TMPDIR/phoenix" <<END
> StartNewGame computer 0 human 0
New game started
> GetNextMove
e2-e4
END
}

@test "an engine's illegal turn is refused" {
    # The mock answers e2e4, which is illegal in 1994.
    [[ $(answers 'StartNewGame computer 0 human 0 6170-spring-1994
GetNextMove' --engine "$(mock)" | tail -n 1) == "Engine error: "*e2e4* ]]
    # After one wrong answer the engine is restarted and asked again.
    cat >"$BATS_TEST_TMPDIR/wrong-once" <<END
#!/bin/sh
if [ -e "$BATS_TEST_TMPDIR/ash" ]; then exec "$MOCK"; fi
touch "$BATS_TEST_TMPDIR/ash"
exec "$MOCK" nonsense-go
END
    chmod +x "$BATS_TEST_TMPDIR/wrong-once"
    [ "$(answers 'StartNewGame computer 0 human 0
GetNextMove' --engine "$BATS_TEST_TMPDIR/wrong-once" | tail -n 1)" = e2-e4 ]
}

# bats test_tags=plain
@test "no engine process is left running" {
    answers 'StartNewGame computer 0 human 0
GetNextMove' --engine "$(mock ignore-quit)" >/dev/null
    run pgrep -f "$BATS_TEST_TMPDIR"
    [ "$status" -ne 0 ]
}

@test "the dialogue with the engine goes to --transcript" {
    answers 'StartNewGame computer 0 human 0
GetNextMove' --engine "$(mock)" --transcript "$BATS_TEST_TMPDIR/transcript" >/dev/null
    grep -q -- '-> go movetime' "$BATS_TEST_TMPDIR/transcript"
    grep -q -- '<- bestmove e2e4' "$BATS_TEST_TMPDIR/transcript"
}

# bats test_tags=plain
@test "two computers, with misere as the engine" {
    answers 'StartNewGame computer 3000000 computer 0 6170-spring-2006-antiking
GetNextMove
MakeNextMove
GetNextMove
MakeNextMove
GetTime white
QuitGame' --think 100 --level 0 >"$BATS_TEST_TMPDIR/actual"
    mapfile -t line <"$BATS_TEST_TMPDIR/actual"
    [[ "${line[1]}" =~ ^[a-h][1-8]-[a-h][1-8]$ ]]
    [[ "${line[2]}" =~ ^[a-h][1-8]-[a-h][1-8]$ ]]
    between 1 2999999 "${line[3]}"
    [ "${line[4]}" = "Exiting game" ]
}
