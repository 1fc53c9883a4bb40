#!/usr/bin/env bats
# The TextUI adapter: every command of both dialects in every state, and what engines do to it.
# MISERE_BIN: the programs' folder (default ./bin); MISERE_TESTS: that of mock_engine.

load textui-helpers

# --- the course's sample, and the program as a whole ---

@test "the course's sample game" {
    "$TEXTUI" <"$DATA/sample.input" >"$BATS_TEST_TMPDIR/sample.actual"
    diff -u "$DATA/sample.expected" "$BATS_TEST_TMPDIR/sample.actual"
}

@test "nothing is printed at the start, nor at the end of input" {
    run "$TEXTUI" </dev/null
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "blank lines are passed over, tabs and spaces separate, CRLF ends a line" {
    printf '\n   \n\t\n\r\n \tStartNewGame\thuman  0 human\t0 \t\r\nGetTime white\r\nGetTime black' |
        "$TEXTUI" >"$BATS_TEST_TMPDIR/actual"
    printf 'New game started\nunlimited\nunlimited\n' | diff -u - "$BATS_TEST_TMPDIR/actual"
}

@test "lines that are too long or hold NUL bytes are input errors" {
    {
        printf 'StartNewGame human 0 human 0\n'
        printf 'GetTime white\0\n\0\n'
        head -c 65536 /dev/zero | tr '\0' x
        echo
        head -c 1000000 /dev/zero | tr '\0' ' '
        echo
        head -c 300000 /dev/zero
        echo
        head -c 3000 /dev/urandom | tr '\n\0' 'x'
        printf '\nGetTime white\nQuitGame\n'
    } | "$TEXTUI" >"$BATS_TEST_TMPDIR/actual"
    printf 'New game started\n' >"$BATS_TEST_TMPDIR/expected"
    printf 'Input error\n%.0s' 1 2 3 4 5 6 >>"$BATS_TEST_TMPDIR/expected"
    printf 'unlimited\nExiting game\n' >>"$BATS_TEST_TMPDIR/expected"
    diff -u "$BATS_TEST_TMPDIR/expected" "$BATS_TEST_TMPDIR/actual"
}

@test "every answer is there before the next command is typed" {
    converse
    for word in human computer; do
        [ "$(ask "StartNewGame $word 0 human 7")" = "New game started" ]
    done
    [ "$(ask "GetTime black")" = 7 ]
    [ "$(ask QuitGame)" = "Exiting game" ]
    wait "$CONVERSED"
}

@test "answers that cannot be written end the program with status 1" {
    run bash -c 'yes "StartNewGame human 0 human 0" | head -n 100000 | "$0" >/dev/full' "$TEXTUI"
    [ "$status" -eq 1 ]
}

@test "options" {
    run "$TEXTUI" --help
    [ "$status" -eq 0 ]
    for option in engine dialect think extended transcript play demo help version; do
        [[ "$output" == *"--$option"* ]]
    done
    run "$TEXTUI" --version
    [ "$status" -eq 0 ]
    [[ "$output" == misere-textui* ]]
    for wrong in --nonsense "--dialect 2003" "--think x" "--think 0" "--think -5" extra \
        "--play=chess" "--transcript /nonexistent/file"; do
        run "$TEXTUI" $wrong </dev/null
        [ "$status" -eq 2 ]
        [ -n "$output" ]
    done
    run "$TEXTUI" --think 0 </dev/null
    [ "$output" = "misere-textui: --think: '0' is not a number from 1 to 86400000; try --help" ]
    run "$TEXTUI" --play chess </dev/null
    [ "$output" = "misere-textui: unknown ruleset 'chess'; try --help" ]
    [ "$(answers GetTime --dialect spring-2007)" = "Input error" ]
    [ "$(answers GetTime --dialect fall-2003)" = "Must init first" ]
}

# --- spring 2007: before a game ---

@test "before a game only StartNewGame and LoadGame are commands" {
    dialogue <<END
> SaveGame TMP/none.xml
Input error
> GetNextMove
Input error
> MakeNextMove
Input error
> MakeMove e2-e4 0
Input error
> PrintBoard
Input error
> IsLegalMove e2-e4
Input error
> PrintAllMoves
Input error
> GetTime white
Input error
> QuitGame
Input error
> nonsense
Input error
> LoadGame DATA/garbage.xml
Corrupt file
> StartNewGame human 0 human 0
New game started
> QuitGame
Exiting game
> GetTime white
END
    [ ! -e "$BATS_TEST_TMPDIR/none.xml" ]
}

@test "StartNewGame takes just its arguments" {
    dialogue <<END
> StartNewGame
Input error
> StartNewGame human 0 human
Input error
> StartNewGame human 0 human 0 6170-spring-2007 more
Input error
> StartNewGame human 0 human 0 6170-fall-1993
Input error
> StartNewGame Human 0 human 0
Input error
> StartNewGame robot 0 human 0
Input error
> StartNewGame human -1 human 0
Input error
> StartNewGame human +1 human 0
Input error
> StartNewGame human 1e3 human 0
Input error
> StartNewGame human 1.5 human 0
Input error
> StartNewGame human 0x10 human 0
Input error
> StartNewGame 0 human 0 human
Input error
> startnewgame human 0 human 0
Input error
> GetTime white
Input error
> StartNewGame human 007 human 99999999999999999999999999
New game started
> GetTime white
7
> GetTime black
9223372036854775807
END
}

@test "StartNewGame starts every ruleset" {
    local names="6170-spring-1994 6170-fall-2003 6170-fall-2003-mindcontrol 6170-spring-2006
        6170-spring-2006-antiking 6170-spring-2007 6170-spring-2007-encastle 6170-fall-2007 losers"
    for name in $names; do
        printf 'StartNewGame human 0 human 0 %s\nPrintBoard\n' "$name" | "$TEXTUI" |
            grep -q "ruleset=\"$name\""
    done
    answers 'StartNewGame human 0 human 0
PrintBoard' | grep -q 'ruleset="6170-spring-2007"'
}

@test "StartNewGame replaces the game; a wrong one leaves it" {
    dialogue <<END
> StartNewGame human 1000 human 2000
New game started
> MakeMove e2e4 100
e2-e4
> StartNewGame human 5 human
Input error
> GetTime white
900
> IsLegalMove e2e4
illegal
> StartNewGame human 3000 human 0
New game started
> GetTime white
3000
> GetTime black
unlimited
> IsLegalMove e2e4
legal
END
}

# --- spring 2007: a human's turn ---

@test "on a human's turn" {
    dialogue <<END
> StartNewGame human 0 human 0
New game started
> GetNextMove
Human turn
> MakeNextMove
Please specify human move
> IsLegalMove e2-e4
legal
> IsLegalMove e2e4
legal
> IsLegalMove e2-e5
illegal
> IsLegalMove nonsense
illegal
> IsLegalMove Ipass
illegal
> IsLegalMove 0000
illegal
> MakeMove e2-e5 0
Illegal move
> MakeMove e7-e5 0
Illegal move
> MakeMove what? 0
Illegal move
> MakeMove 0000 0
Illegal move
> MakeMove e2e4 0
e2-e4
> MakeMove e7-e5 0
e7-e5
> GetNextMove
Human turn
END
}

@test "commands take just their arguments" {
    dialogue <<END
> StartNewGame human 0 human 0
New game started
> SaveGame
Input error
> SaveGame a b
Input error
> LoadGame
Input error
> LoadGame a b
Input error
> GetNextMove now
Input error
> MakeNextMove e2-e4
Input error
> MakeMove
Input error
> MakeMove e2-e4
Input error
> MakeMove e2-e4 -5
Input error
> MakeMove e2-e4 +5
Input error
> MakeMove e2-e4 1e3
Input error
> MakeMove e2-e4 0 0
Input error
> PrintBoard 1
Input error
> IsLegalMove
Input error
> IsLegalMove e2-e4 e7-e5
Input error
> PrintAllMoves white
Input error
> GetTime
Input error
> GetTime White
Input error
> GetTime white black
Input error
> QuitGame now
Input error
> Init 6170-fall-2003 0
Input error
> Setup AddChips white 1
Input error
> Undo
Input error
> Hint
Input error
> Level 3
Input error
> Name white Anna
Input error
> SetTime white 5
Input error
> Board
Input error
> Help
Input error
> QuitGame
Exiting game
END
}

@test "PrintAllMoves prints every legal turn in order" {
    dialogue <<END
> StartNewGame human 0 human 0
New game started
> MakeMove e2e4 0
e2-e4
> MakeMove d7d5 0
d7-d5
> PrintAllMoves
e4-d5
> MakeMove e4d5 0
e4-d5
> PrintAllMoves
d8-d5
> StartNewGame human 0 human 0 6170-spring-1994
New game started
> PrintAllMoves
a2-a3
b1-a3
b1-c3
b2-b3
c2-c3
d2-d3
e2-e3
f2-f3
g1-f3
g1-h3
g2-g3
h2-h3
END
    [ "$(answers 'StartNewGame human 0 human 0 6170-fall-2003-mindcontrol
PrintAllMoves' | tail -n +2 | LC_ALL=C sort -c | wc -l)" -eq 0 ]
    [ "$(answers 'StartNewGame human 0 human 0 6170-fall-2003-mindcontrol
PrintAllMoves' | grep -c ,)" -eq 400 ]
}

@test "mind control: a turn is two moves" {
    dialogue <<END
> StartNewGame human 1000 human 2000 6170-fall-2003-mindcontrol
New game started
> MakeMove e2-e4 0
Illegal move
> MakeMove e2-e4,gameover 0
Illegal move
> MakeMove e2-e4,e2-e4 0
Illegal move
> MakeMove e2e4,e7e5 10
e2-e4,e7-e5
> GetTime white
990
> MakeMove d2-d4,e5-d4 30
d2-d4,e5-d4
> GetTime black
1970
> GetTime white
990
END
}

@test "clocks: TIME is taken off; at zero the move is not made" {
    dialogue <<END
> StartNewGame human 1000 human 500
New game started
> MakeMove e2-e5 999999
Illegal move
> GetTime white
1000
> MakeMove e2-e4 999
e2-e4
> GetTime white
1
> MakeMove e7-e5 0
e7-e5
> GetTime black
500
> MakeMove d2-d4 1
Black Player has won
> GetTime white
Input error
> StartNewGame human 5 human 500
New game started
> MakeMove e2-e4 4
e2-e4
> MakeMove e7-e5 99999999999999999999999
White Player has won
> StartNewGame human 0 human 500
New game started
> MakeMove e2-e4 99999999999999999999999
e2-e4
> GetTime white
unlimited
END
}

@test "promotion, castling and en passant are written the course's way" {
    dialogue <<END
> StartNewGame human 0 human 0 6170-fall-2007
New game started
> MakeMove e2e4 0
e2-e4
> MakeMove h7h6 0
h7-h6
> MakeMove e4e5 0
e4-e5
> MakeMove f7f5 0
f7-f5
> PrintAllMoves
e5-f6
> MakeMove e5f6 0
e5-f6
> StartNewGame human 0 human 0
New game started
> MakeMove e2e4 0
e2-e4
> MakeMove h7h6 0
h7-h6
> MakeMove e4e5 0
e4-e5
> MakeMove f7f5 0
f7-f5
> IsLegalMove e5f6
illegal
> StartNewGame human 0 human 0 6170-spring-2007-encastle
New game started
> MakeMove e2e3 0
e2-e3
> MakeMove h7h6 0
h7-h6
> MakeMove g1f3 0
g1-f3
> MakeMove h8h7 0
h8-h7
> MakeMove f1e2 0
f1-e2
> MakeMove h7h8 0
h7-h8
> MakeMove e1g1 0
e1-g1
> LoadGame DATA/promotion.xml
Game loaded
> IsLegalMove g7-g8
legal
> IsLegalMove g7g8n
illegal
> MakeMove g7g8q 0
g7-g8
> MakeMove c7c6 0
c7-c6
> IsLegalMove g8-a2
legal
END
}

# --- spring 2007: the computer's turn ---

@test "on the computer's turn, before and after GetNextMove" {
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

@test "the engine's time is taken off, once" {
    printf '%s\n' 'StartNewGame computer 5000 human 0' GetNextMove 'GetTime white' GetNextMove \
        'GetTime white' MakeNextMove 'GetTime white' |
        "$TEXTUI" --engine "$(mock slow-go)" >"$BATS_TEST_TMPDIR/actual"
    mapfile -t line <"$BATS_TEST_TMPDIR/actual"
    [ "${line[1]}" = e2-e4 ]
    between 3500 4900 "${line[2]}"
    [ "${line[3]}" = e2-e4 ]
    [ "${line[4]}" = "${line[2]}" ]
    [ "${line[5]}" = "${line[2]}" ]
}

@test "a choice is forgotten when the game is replaced" {
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

@test "what the engine is told" {
    dialogue --engine "$(player e2e4 e7e6 d7d5 e2e4,e7e5 e7e6 d2d4 g7g8q)" --think 1000 <<END
> StartNewGame computer 60000 computer 30000 6170-spring-2006
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
> StartNewGame human 0 computer 50000
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
    told 'go wtime 59[89][0-9][0-9] btime 30000$'
    told 'position startpos moves e2e4$'
    told 'go wtime [0-9]* btime 29[89][0-9][0-9]$'
    told 'setoption name UCI_Variant value 6170-spring-2007$'
    told 'go movetime [0-9]*$'
    told 'setoption name UCI_Variant value 6170-fall-2003-mindcontrol$'
    told 'go btime 49[89][0-9][0-9]$'
    [ "$(grep -c '^ucinewgame' "$BATS_TEST_TMPDIR/told")" -eq 6 ]
}

@test "an unlimited clock: the answer comes within --think" {
    local before after
    before=$(date +%s%N)
    answers 'StartNewGame computer 0 human 0
GetNextMove' --engine "$(mock wait-stop)" --think 2000 >"$BATS_TEST_TMPDIR/actual"
    after=$(date +%s%N)
    printf 'New game started\ng1-f3\n' | diff -u - "$BATS_TEST_TMPDIR/actual"
    between 1500 2600 $(((after - before) / 1000000))
}

@test "a clock: an engine that thinks too long is stopped in time" {
    answers 'StartNewGame computer 500 human 0
GetNextMove
GetTime white' --engine "$(mock wait-stop)" >"$BATS_TEST_TMPDIR/actual"
    mapfile -t line <"$BATS_TEST_TMPDIR/actual"
    [ "${line[1]}" = g1-f3 ]
    between 1 200 "${line[2]}"
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

@test "an engine that fails, and fails again" {
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

@test "an engine that goes silent, and again" {
    local before after
    before=$(date +%s%N)
    answers 'StartNewGame computer 0 human 0
GetNextMove
MakeNextMove
SaveGame '"$BATS_TEST_TMPDIR"'/rescued.xml
QuitGame' --engine "$(mock hang-go)" --think 500 >"$BATS_TEST_TMPDIR/actual"
    after=$(date +%s%N)
    sed -i 's/^\(Engine error\): .*no bestmove.*/\1/' "$BATS_TEST_TMPDIR/actual"
    diff -u - "$BATS_TEST_TMPDIR/actual" <<END
New game started
Engine error
First GetNextMove
Game saved
Exiting game
END
    [ -s "$BATS_TEST_TMPDIR/rescued.xml" ]
    between 900 4000 $(((after - before) / 1000000))
}

@test "an engine that cannot be started" {
    for path in /nonexistent/engine no-such-engine-in-path /etc/passwd; do
        [[ $(answers 'StartNewGame computer 0 human 0
GetNextMove' --engine $path | tail -n 1) == "Engine error: "?* ]]
    done
}

@test "an engine that dies once is started again and asked again" {
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
    # and one that dies in its first search only
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

@test "an engine's illegal turn is not believed" {
    # The mock says e2e4, which 1994 has not.
    [[ $(answers 'StartNewGame computer 0 human 0 6170-spring-1994
GetNextMove' --engine "$(mock)" | tail -n 1) == "Engine error: "*e2e4* ]]
    # One wrong answer is forgiven: the engine is restarted and asked again.
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

@test "no engine is left behind" {
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

@test "two computers, with our own engine" {
    answers 'StartNewGame computer 3000 computer 0 6170-spring-2006-antiking
GetNextMove
MakeNextMove
GetNextMove
MakeNextMove
GetTime white
QuitGame' --think 100 >"$BATS_TEST_TMPDIR/actual"
    mapfile -t line <"$BATS_TEST_TMPDIR/actual"
    [[ "${line[1]}" =~ ^[a-h][1-8]-[a-h][1-8]$ ]]
    [[ "${line[2]}" =~ ^[a-h][1-8]-[a-h][1-8]$ ]]
    between 1 3000 "${line[3]}"
    [ "${line[4]}" = "Exiting game" ]
}

# --- the end of a game ---

@test "after the end the program is as if just started" {
    {
        cat "$DATA/sample.input"
        printf '%s\n' 'MakeMove e2e4 0' PrintBoard GetNextMove 'GetTime white' QuitGame \
            'StartNewGame human 0 human 0' PrintBoard QuitGame
    } | "$TEXTUI" | tail -n +22 >"$BATS_TEST_TMPDIR/actual"
    printf 'Input error\n%.0s' 1 2 3 4 5 | diff -u - <(head -n 5 "$BATS_TEST_TMPDIR/actual")
    [ "$(sed -n 6p "$BATS_TEST_TMPDIR/actual")" = "New game started" ]
    [ "$(tail -n 1 "$BATS_TEST_TMPDIR/actual")" = "Exiting game" ]
}

@test "MakeNextMove that ends the game says so after its silence" {
    # The engine plays White's part of the sample game.
    local white="c2c3 b2b3 b3b4 c3b4 b4c5 c5b6 f2f3 a1b1 b1b8 b8c8"
    {
        echo 'StartNewGame computer 0 human 0'
        grep -o '[a-h][1-8]-[a-h][1-8]' "$DATA/sample.input" | sed -n 'n;p' |
            sed 's/.*/GetNextMove\nMakeNextMove\nMakeMove & 0/'
        printf '%s\n' GetNextMove MakeNextMove MakeNextMove
    } | "$TEXTUI" --engine "$(player $white)" >"$BATS_TEST_TMPDIR/actual"
    {
        cat "$DATA/sample.expected"
        echo Input error
    } | diff -u - "$BATS_TEST_TMPDIR/actual"
}

@test "a stalemated player's turn passes by itself" {
    dialogue <<END
> LoadGame DATA/stalemate.xml
Game loaded
> MakeMove c1-c7 0
c1-c7
> MakeMove h4-h3 0
Illegal move
> MakeMove c7-c1 0
c7-c1
> PrintAllMoves
a8-a7
a8-b7
a8-b8
END
}

@test "double stalemate, and stalemate in 2003, is a draw" {
    dialogue <<END
> LoadGame DATA/locked.xml
Game loaded
> MakeMove c5-c6 0
c5-c6
Game drawn
> PrintBoard
Input error
> LoadGame DATA/stalemate-2003.xml
Game loaded
> MakeMove c1-c7 0
c1-c7
Game drawn
> GetTime white
Input error
END
}

# --- files ---

@test "LoadGame: a stalemated player passes at once" {
    dialogue <<END
> LoadGame DATA/must-pass.xml
Game loaded
> IsLegalMove c2-c1
legal
> IsLegalMove h6-h5
illegal
> LoadGame DATA/must-pass-2003.xml
Game loaded
Game drawn
> IsLegalMove c2-c1
Input error
END
}

@test "LoadGame: clocks, history and side to move come from the file" {
    dialogue <<END
> LoadGame DATA/timed.xml
Game loaded
> GetTime white
59000
> GetTime black
49000
> GetNextMove
Human turn
> MakeMove d2d4 1000
d2-d4
> GetTime white
58000
> MakeMove e5d4 49000
White Player has won
> LoadGame DATA/start.1994
Game loaded
> GetTime white
300000
> GetTime black
200500
> IsLegalMove e2e4
illegal
> LoadGame DATA/stalemate.xml
Game loaded
> GetTime white
unlimited
END
}

@test "LoadGame: a finished game is told, and none is in progress" {
    dialogue <<END
> LoadGame DATA/over.xml
Game loaded
Black Player has won
> GetTime white
Input error
> StartNewGame human 0 human 0
New game started
> LoadGame DATA/time-over.xml
Game loaded
White Player has won
> GetTime white
Input error
> LoadGame DATA/expired.xml
Game loaded
Black Player has won
> MakeMove e2e4 0
Input error
END
}

@test "LoadGame: a corrupt file leaves the game as it was" {
    local file
    for file in garbage.xml malformed.xml invalid.xml unknown-ruleset.xml unplayable.xml \
        missing.xml ../textui; do
        dialogue --engine "$(player e2e4)" <<END
> LoadGame DATA/$file
Corrupt file
> PrintAllMoves
Input error
> StartNewGame computer 60000 human 7
New game started
> GetNextMove
e2-e4
> LoadGame DATA/$file
Corrupt file
> GetNextMove
e2-e4
> MakeNextMove
> MakeMove d7d5 1
d7-d5
> GetTime black
6
END
    done
}

@test "LoadGame: with a game in progress the players keep their colours, else both are human" {
    dialogue --engine "$(player d2d4 d2d4 d2d4)" <<END
> StartNewGame computer 0 human 0
New game started
> LoadGame DATA/timed.xml
Game loaded
> GetNextMove
d2-d4
> MakeNextMove
> MakeMove e5d4 49000
White Player has won
> LoadGame DATA/timed.xml
Game loaded
> GetNextMove
Human turn
> StartNewGame human 0 computer 0
New game started
> LoadGame DATA/timed.xml
Game loaded
> MakeMove d2d4 0
d2-d4
> MakeNextMove
First GetNextMove
END
    told 'position startpos moves e2e4 e7e5$'
}

@test "SaveGame, and the game goes on; LoadGame brings it back" {
    dialogue <<END
> StartNewGame human 60000 human 0 6170-spring-2006
New game started
> MakeMove e2e4 1234
e2-e4
> SaveGame TMP/saved.xml
Game saved
> MakeMove e7e5 0
e7-e5
> LoadGame TMP/saved.xml
Game loaded
> GetTime white
58766
> GetTime black
unlimited
> IsLegalMove e7e5
legal
> SaveGame TMP/again.xml
Game saved
END
    cmp "$BATS_TEST_TMPDIR/saved.xml" "$BATS_TEST_TMPDIR/again.xml"
}

@test "PrintBoard prints what SaveGame writes" {
    printf '%s\n' 'StartNewGame human 60000 human 0' 'MakeMove e2e4 5' PrintBoard \
        "SaveGame $BATS_TEST_TMPDIR/saved.xml" |
        "$TEXTUI" | sed -e 1,2d -e '$d' >"$BATS_TEST_TMPDIR/printed.xml"
    diff -u "$BATS_TEST_TMPDIR/saved.xml" "$BATS_TEST_TMPDIR/printed.xml"
    grep -q '<move side="white" value="e2-e4" time="59995"/>' "$BATS_TEST_TMPDIR/saved.xml"
}

@test "SaveGame that fails says why; the game goes on and the old file is whole" {
    mkdir "$BATS_TEST_TMPDIR/folder"
    answers "StartNewGame human 0 human 0
SaveGame $BATS_TEST_TMPDIR/nowhere/game.xml
SaveGame $BATS_TEST_TMPDIR/folder
GetTime white" >"$BATS_TEST_TMPDIR/actual"
    [[ "$(sed -n 2p "$BATS_TEST_TMPDIR/actual")" == "Cannot save: "?* ]]
    [[ "$(sed -n 3p "$BATS_TEST_TMPDIR/actual")" == "Cannot save: "?* ]]
    [ "$(sed -n 4p "$BATS_TEST_TMPDIR/actual")" = unlimited ]
    # A limit on the size of files stands for a full disk.
    cp "$DATA/timed.xml" "$BATS_TEST_TMPDIR/old.xml"
    printf 'StartNewGame human 0 human 0\nSaveGame %s\nGetTime white\n' \
        "$BATS_TEST_TMPDIR/old.xml" >"$BATS_TEST_TMPDIR/input"
    (
        ulimit -f 1
        "$TEXTUI" <"$BATS_TEST_TMPDIR/input" | cat >&3
    ) 3>"$BATS_TEST_TMPDIR/actual"
    [[ "$(sed -n 2p "$BATS_TEST_TMPDIR/actual")" == "Cannot save: "?* ]]
    [ "$(sed -n 3p "$BATS_TEST_TMPDIR/actual")" = unlimited ]
    cmp "$DATA/timed.xml" "$BATS_TEST_TMPDIR/old.xml"
    # Nothing temporary is left.
    [ "$(find "$BATS_TEST_TMPDIR" -name '*old.xml*' | wc -l)" -eq 1 ]
}

# --- fall 2003 ---

@test "2003: Init must be first" {
    [ "$(answers 'QuitGame
Init 6170-fall-2003 0' --dialect fall-2003)" = "Must init first" ]
    [ "$(answers 'Init 6170-fall-2003
Init 6170-fall-2003 0
StartNewGame human human')" = "Input error
New game started" ]
    [ "$(answers 'Init 6170-fall-1993 0
StartNewGame human human
Init 6170-fall-2003 0')" = "Input error
Must init first" ]
    for wrong in 'Init 6170-fall-2003 -1' 'Init 6170-fall-2003 1.5' 'Init 6170-fall-2003 1 2' \
        'Init' 'Init 0 6170-fall-2003'; do
        [ "$(answers "$wrong" --dialect fall-2003)" = "Input error" ]
    done
    # Not first: the spring 2007 dialect stays.
    [ "$(answers 'nonsense
Init 6170-fall-2003 0
StartNewGame human 0 human 0')" = "Input error
Input error
New game started" ]
}

@test "2003: before a game" {
    dialogue <<END
>
> Init 6170-fall-2003 0
> Init 6170-fall-2003 0
Cannot init twice
> Init
Cannot init twice
> SaveGame TMP/none.xml
Input error
> MakeMove e2-e4
Input error
> MakeNextMove
Input error
> GetNextMove
Input error
> PrintBoard
Input error
> IsLegalMove e2-e4
Input error
> PrintAllMoves
Input error
> GetTime white
Input error
> QuitGame
Input error
> StartNewGame human 0 human 0
Input error
> StartNewGame human
Input error
> LoadGame DATA/garbage.xml
Corrupt file
> StartNewGame human human
New game started
END
}

@test "2003: Setup" {
    dialogue <<END
> Init 6170-fall-2003 0
> Setup
Invalid setup command
> Setup AddChips
Invalid setup command
> Setup AddChips white
Invalid setup command
> Setup AddChips white -1
Invalid setup command
> Setup AddChips green 1
Invalid setup command
> Setup AddChips white 1 1
Invalid setup command
> Setup addchips white 1
Invalid setup command
> Setup TakeChips white 1
Invalid setup command
> Setup AddChips white 1
> Setup AddChips white 1
> Setup AddChips black 99999999999999999999999
> StartNewGame human human
New game started
> Setup AddChips white 1
Cannot setup after game starts
> Setup
Cannot setup after game starts
> Init
Cannot init twice
> IsLegalMove Ipass
legal
> MakeMove Ipass
Ipass
> MakeMove 0000
Ipass
> MakeMove Ipass
Ipass
> MakeMove e7-e5
e7-e5
> IsLegalMove Ipass
illegal
> MakeMove Ipass
Illegal move
END
    dialogue <<END
> Init 6170-fall-2003-mindcontrol 0
> Setup AddChips white 1
Invalid setup command
> StartNewGame human human
New game started
> MakeMove Ipass
Illegal move
END
}

@test "2003: a game" {
    dialogue --engine "$(player e7e5)" <<END
> Init 6170-fall-2003 600
> StartNewGame human computer
New game started
> MakeNextMove
Please specify human move
> MakeMove e2-e4 0
Input error
> MakeMove e2-e5
Illegal move
> MakeMove e2e4
e2-e4
> MakeMove e7-e6
> GetNextMove
Input error
> MakeNextMove
e7-e5
> MakeNextMove
Please specify human move
> IsLegalMove d2-d4
legal
> SaveGame TMP/2003.xml
Game saved
> StartNewGame human human
New game started
> PrintAllMoves
$(printf '%s\n' a2-a3 a2-a4 b1-a3 b1-c3 b2-b3 b2-b4 c2-c3 c2-c4 d2-d3 d2-d4 e2-e3 e2-e4 f2-f3 \
    f2-f4 g1-f3 g1-h3 g2-g3 g2-g4 h2-h3 h2-h4)
> QuitGame
Exiting game
END
    grep -q 'value="e7-e5"' "$BATS_TEST_TMPDIR/2003.xml"
}

@test "2003: real time runs, and a human is told at the next command" {
    {
        printf 'Init 6170-fall-2003 2\nStartNewGame human human\n'
        sleep 0.5
        printf 'GetTime white\nGetTime black\nMakeMove e2e4\nGetTime white\n'
        sleep 0.3
        printf 'GetTime white\nGetTime black\nIsLegalMove e7e5\n'
        sleep 2
        printf 'MakeMove e7e5\nGetTime white\nStartNewGame human human\nGetTime white\n'
    } | "$TEXTUI" >"$BATS_TEST_TMPDIR/actual"
    mapfile -t line <"$BATS_TEST_TMPDIR/actual"
    between 1000 1800 "${line[1]}"
    [ "${line[2]}" = 2000 ]
    [ "${line[3]}" = e2-e4 ]
    between 1000 1800 "${line[4]}"
    [ "${line[4]}" = "${line[5]}" ]
    between 1200 1900 "${line[6]}"
    [ "${line[7]}" = legal ]
    [ "${line[8]}" = "White Player has won" ]
    [ "${line[9]}" = "Input error" ]
    [ "${line[10]}" = "New game started" ]
    between 1900 2000 "${line[11]}"
}

@test "2003: what the next command is when a human's clock has run out" {
    # Each line that follows is typed when White has run out of time.
    declare -A answer=(
        ["StartNewGame human human"]="New game started"
        ["LoadGame $DATA/over.xml"]=$'Game loaded\nBlack Player has won'
        ["Setup AddChips white 1"]="" ["Init"]="Cannot init twice" ["nonsense"]="Input error"
        ["QuitGame"]="Exiting game" ["GetTime white"]="" ["SaveGame $BATS_TEST_TMPDIR/late.xml"]="")
    local command expected pids=()
    for command in "${!answer[@]}"; do
        expected=$'New game started\nBlack Player has won'
        [ -z "${answer[$command]}" ] || expected+=$'\n'"${answer[$command]}"
        (
            actual=$({
                printf 'Init 6170-fall-2003 1\nStartNewGame human human\n'
                sleep 1.2
                echo "$command"
            } | "$TEXTUI")
            diff -u <(echo "$expected") <(echo "$actual")
        ) &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do
        wait "$pid"
    done
    [ ! -e "$BATS_TEST_TMPDIR/late.xml" ]
}

@test "2003: a computer is told at once" {
    converse --dialect fall-2003
    [ "$(ask $'Init 6170-fall-2003 1\nStartNewGame computer human')" = "New game started" ]
    read -r -t 5 line <&8 # nobody types anything
    [ "$line" = "Black Player has won" ]
    [ "$(ask 'GetTime white')" = "Input error" ]
    exec 9>&-
    wait "$CONVERSED"
}

@test "2003: a computer that thinks too long loses on time" {
    dialogue --engine "$(mock hang-go)" <<END
> Init 6170-fall-2003 1
> StartNewGame computer human
New game started
> MakeNextMove
Black Player has won
> MakeNextMove
Input error
END
}

@test "2003: an engine that fails" {
    [[ "$(answers 'Init 6170-fall-2003 0
StartNewGame computer human
MakeNextMove
IsLegalMove e2e4' --engine "$(mock exit-go)")" == *$'\nEngine error: '?*$'\nlegal' ]]
}

@test "2003: chips are for the games until one ends" {
    dialogue <<END
> Init 6170-fall-2003 0
> Setup AddChips white 1
> StartNewGame human human
New game started
> MakeMove Ipass
Ipass
> StartNewGame human human
New game started
> MakeMove Ipass
Ipass
> LoadGame DATA/over.xml
Game loaded
Black Player has won
> StartNewGame human human
New game started
> IsLegalMove Ipass
illegal
END
}

@test "2003: the end of a game" {
    dialogue --dialect fall-2003 <<END
> Init 6170-fall-2003 0
> LoadGame DATA/stalemate-2003.xml
Game loaded
> MakeMove c1-c7
c1-c7
Game drawn
> MakeMove c7-c1
Input error
> Init 6170-fall-2003 0
Cannot init twice
> StartNewGame human human
New game started
> QuitGame
Exiting game
END
}

# --- extended ---

@test "extended: Help lists the commands, each dialect its own" {
    run answers Help --extended
    for name in StartNewGame SaveGame LoadGame GetNextMove MakeNextMove MakeMove PrintBoard \
        IsLegalMove PrintAllMoves GetTime QuitGame Undo Hint Level Name SetTime Board Help; do
        grep -q "^$name\b" <<<"$output"
    done
    not grep -q '^Init\b' <<<"$output"
    run answers 'Init 6170-fall-2003 0
Help' --extended
    grep -q '^Init RULESET SECONDS' <<<"$output"
    grep -q '^Setup AddChips white|black N' <<<"$output"
    not grep -q '^GetNextMove\b' <<<"$output"
    [ "$(grep -c '^StartNewGame' <<<"$output")" -eq 1 ]
}

@test "extended: before a game only Level and Help are commands, of those added" {
    dialogue --extended <<END
> Undo
Input error
> Hint
Input error
> Name white Anna
Input error
> SetTime white 5
Input error
> Board
Input error
> Level 3
Level 3
> Level 21
Input error
> Level -1
Input error
> Level
Input error
END
}

@test "extended: Undo takes back a pair of turns, and the clocks" {
    dialogue --extended <<END
> StartNewGame human 1000 human 2000
New game started
> Undo
Nothing to undo
> MakeMove e2e4 100
e2-e4
> MakeMove d7d5 200
d7-d5
> MakeMove e4d5 300
e4-d5
> Undo
Undone: 2 turns
> GetTime white
900
> GetTime black
2000
> PrintAllMoves
$(printf '%s\n' a7-a5 a7-a6 b7-b5 b7-b6 b8-a6 b8-c6 c7-c5 c7-c6 d7-d5 d7-d6 e7-e5 e7-e6 f7-f5 \
    f7-f6 g7-g5 g7-g6 g8-f6 g8-h6 h7-h5 h7-h6)
> Undo
Undone: 1 turn
> GetTime white
1000
> IsLegalMove e2e4
legal
> Undo
Nothing to undo
> SetTime white 500
Time set
> SetTime black 0
Time set
> MakeMove a2a3 1
a2-a3
> MakeMove a7a6 1
a7-a6
> Undo
Undone: 2 turns
> GetTime white
500
> GetTime black
unlimited
END
}

@test "extended: Undo after a pass that was forced, and in a loaded game" {
    dialogue --extended <<END
> LoadGame DATA/stalemate.xml
Game loaded
> MakeMove c1-c7 0
c1-c7
> Undo
Undone: 1 turn
> IsLegalMove c1-c7
legal
> MakeMove c1-c7 0
c1-c7
> MakeMove c7-c1 0
c7-c1
> Undo
Undone: 2 turns
> IsLegalMove c1-c7
legal
> LoadGame DATA/must-pass.xml
Game loaded
> Undo
Nothing to undo
> IsLegalMove c2-c1
legal
> LoadGame DATA/timed.xml
Game loaded
> MakeMove d2d4 9000
d2-d4
> Undo
Undone: 2 turns
> GetTime white
59000
> GetTime black
50000
> Undo
Undone: 1 turn
> GetTime white
60000
END
}

@test "extended: Undo forgets what the computer chose" {
    dialogue --extended --engine "$(player e7e5 d7d5)" <<END
> StartNewGame human 0 computer 50000
New game started
> MakeMove e2e4 0
e2-e4
> GetNextMove
e7-e5
> Undo
Undone: 1 turn
> GetTime black
50000
> MakeMove d2d4 0
d2-d4
> MakeNextMove
First GetNextMove
> GetNextMove
d7-d5
END
}

@test "extended: Hint is the engine's, costs nothing and makes nothing" {
    dialogue --extended --engine "$(player d2d4)" <<END
> StartNewGame human 60000 computer 0
New game started
> Hint
d2-d4
> GetTime white
60000
> MakeMove e2e4 0
e2-e4
> Hint
Computer turn
END
    [[ "$(answers 'StartNewGame human 0 human 0
Hint' --extended --engine "$(mock exit-go)")" == *"Engine error: "* ]]
}

@test "extended: Level makes the engine weaker, and Hint does not" {
    dialogue --extended --engine "$(player e2e4 d7d5 e4d5)" --think 1000 <<END
> Level 5
Level 5
> StartNewGame computer 0 human 0
New game started
> GetNextMove
e2-e4
> MakeNextMove
> Hint
d7-d5
> MakeMove d7d5 0
d7-d5
> GetNextMove
e4-d5
END
    [ "$(grep -E '^(setoption name Skill|go)' "$BATS_TEST_TMPDIR/told" | sed 's/[0-9]*$//' | tr '\n' ' ')" = \
        "setoption name Skill Level value  go movetime  setoption name Skill Level value  go movetime  setoption name Skill Level value  go movetime  " ]
    told 'go movetime 2[0-9][0-9]$'
    told 'setoption name Skill Level value 5$'
    told 'setoption name Skill Level value 20$'
    # An engine without that option is kept from looking far.
    answers 'StartNewGame computer 0 human 0
Level 0
GetNextMove' --extended --engine "$(mock)" --transcript "$BATS_TEST_TMPDIR/transcript" >/dev/null
    grep -q -- '-> go movetime [0-9]* depth 1$' "$BATS_TEST_TMPDIR/transcript"
    not grep -q Skill "$BATS_TEST_TMPDIR/transcript"
}

@test "extended: Name and SetTime" {
    dialogue --extended <<END
> StartNewGame human 0 human 0
New game started
> Name white Anna  Müller 
White Player is Anna  Müller
> Name black
Input error
> Name green Anna
Input error
> Name black $(printf 'x%.0s' {1..64})
Input error
> Name black $(printf 'x%.0s' {1..63})
Black Player is $(printf 'x%.0s' {1..63})
> SetTime white 5000
Time set
> GetTime white
5000
> GetTime black
unlimited
> SetTime white x
Input error
> SetTime white
Input error
> MakeMove e2e4 5000
Black Player has won
END
    [ "$(printf 'StartNewGame human 0 human 0\nName white \xff\xfe\n' | "$TEXTUI" --extended |
        tail -n 1)" = "Input error" ]
    printf '%s\n' 'StartNewGame human 0 human 0' 'Name white Anna <&> Müller' \
        "SaveGame $BATS_TEST_TMPDIR/named.xml" 'StartNewGame human 0 human 0' \
        "LoadGame $BATS_TEST_TMPDIR/named.xml" Board | "$TEXTUI" --extended |
        grep -q '^White: Anna <&> Müller (human), unlimited time$'
}

@test "extended: Board" {
    answers 'StartNewGame human 61234 computer 0
MakeMove e2e4 0
Board' --extended >"$BATS_TEST_TMPDIR/actual"
    diff -u - "$BATS_TEST_TMPDIR/actual" <<END
New game started
e2-e4
  +---+---+---+---+---+---+---+---+
8 | r | n | b | q | k | b | n | r |
  +---+---+---+---+---+---+---+---+
7 | p | p | p | p | p | p | p | p |
  +---+---+---+---+---+---+---+---+
6 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
5 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
4 |   |   |   |   | P |   |   |   |
  +---+---+---+---+---+---+---+---+
3 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
2 | P | P | P | P |   | P | P | P |
  +---+---+---+---+---+---+---+---+
1 | R | N | B | Q | K | B | N | R |
  +---+---+---+---+---+---+---+---+
    a   b   c   d   e   f   g   h
6170-spring-2007, move 1
White: human, 1:01.234 left
Black: computer, unlimited time
Last turn: White e2-e4
Black to move
END
    [[ "$(answers 'StartNewGame human 0 human 0 6170-fall-2003-mindcontrol
Board' --extended)" == *"White to decide: a white piece moves (White), then a black one" ]]
    [[ "$(answers "LoadGame $DATA/stalemate.xml
MakeMove c1-c7 0
Board" --extended)" == *$'Last turn: Black passed, being stalemated\nWhite to move' ]]
}

@test "extended: Must init first holds for the added commands too" {
    [ "$(answers Help --extended --dialect fall-2003)" = "Must init first" ]
}

# --- for people ---

@test "--play: a game at a prompt" {
    printf '%s\n' help moves e2e5 e2e4 nonsense hint undo 'save' "save $BATS_TEST_TMPDIR/play.xml" \
        'new nothing' 'new 6170-fall-2003-mindcontrol' swap rulesets 'level 3' board \
        "load $BATS_TEST_TMPDIR/play.xml" quit |
        "$TEXTUI" --play --think 50 >"$BATS_TEST_TMPDIR/actual"
    grep -q "'e2e5' is not legal" "$BATS_TEST_TMPDIR/actual"
    grep -q "^The computer thinks... [a-h][1-8]-[a-h][1-8]$" "$BATS_TEST_TMPDIR/actual"
    grep -q "^The computer thinks... [a-h][1-8]-[a-h][1-8],[a-h][1-8]-[a-h][1-8]$" \
        "$BATS_TEST_TMPDIR/actual"
    grep -q "Undone: 2 turns" "$BATS_TEST_TMPDIR/actual"
    grep -q "Type: save FILE" "$BATS_TEST_TMPDIR/actual"
    grep -q "Game saved" "$BATS_TEST_TMPDIR/actual"
    grep -q "Game loaded" "$BATS_TEST_TMPDIR/actual"
    grep -q "Level 3" "$BATS_TEST_TMPDIR/actual"
    grep -q "There is no ruleset 'nothing'" "$BATS_TEST_TMPDIR/actual"
    grep -q "a2-a3  a2-a4  b1-a3" "$BATS_TEST_TMPDIR/actual"
    not grep -q "Input error" "$BATS_TEST_TMPDIR/actual"
}

@test "--play: the end of a game, and another" {
    # The person plays White's part of the sample game, the engine Black's.
    local black
    black=$(grep -o '[a-h][1-8]-[a-h][1-8]' "$DATA/sample.input" | sed -n 'n;p')
    {
        grep -o '[a-h][1-8]-[a-h][1-8]' "$DATA/sample.input" | sed -n 'p;n'
        printf 'what\n\nquit\n'
    } | "$TEXTUI" --play --engine "$(player ${black//-/} e7e5)" >"$BATS_TEST_TMPDIR/actual"
    grep -q '^White Player has won$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^White Player has won (checkmate)$' "$BATS_TEST_TMPDIR/actual"
    grep -q 'Another game? \[Y/n\] There is no game' "$BATS_TEST_TMPDIR/actual"
    [ "$(grep -c 'New game started' "$BATS_TEST_TMPDIR/actual")" -eq 2 ]
    # no, and the end of input
    [[ "$(printf 'load %s\nn\n' "$DATA/over.xml" | "$TEXTUI" --play | tail -n 1)" == "Another game? [Y/n] " ]]
    printf 'load %s\n' "$DATA/over.xml" | "$TEXTUI" --play >/dev/null
}

@test "--play: an engine that fails is asked again" {
    cat >"$BATS_TEST_TMPDIR/twice-wrong" <<END
#!/bin/sh
echo >>"$BATS_TEST_TMPDIR/starts"
if [ \$(wc -l <"$BATS_TEST_TMPDIR/starts") -gt 2 ]; then exec "$MOCK"; fi
exec "$MOCK" exit-go
END
    chmod +x "$BATS_TEST_TMPDIR/twice-wrong"
    printf 'swap\ne7e5\n\nquit\n' |
        "$TEXTUI" --play --engine "$BATS_TEST_TMPDIR/twice-wrong" >"$BATS_TEST_TMPDIR/actual"
    grep -q '^The computer thinks... Engine error: ' "$BATS_TEST_TMPDIR/actual"
    grep -q '^The computer thinks... e2-e4$' "$BATS_TEST_TMPDIR/actual"
    grep -q "press Enter" "$BATS_TEST_TMPDIR/actual"
}

@test "--demo: a game of each family, and failure when the engine fails" {
    run "$TEXTUI" --demo --think 3
    [ "$status" -eq 0 ]
    for name in 6170-spring-2007 6170-spring-2006-antiking 6170-fall-2003-mindcontrol; do
        grep -q "A game of $name" <<<"$output"
    done
    [ "$(grep -c '  a   b   c' <<<"$output")" -eq 3 ]
    run "$TEXTUI" --demo --engine "$(mock exit-go)"
    [ "$status" -eq 1 ]
    [[ "$output" == *"Engine error: "* ]]
}
