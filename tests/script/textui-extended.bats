#!/usr/bin/env bats
# The TextUI adapter: the commands of --extended.

load textui-helpers

@test "extended: Help lists the commands of each dialect" {
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

@test "extended: of the added commands only Level and Help are allowed before a game" {
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

@test "extended: Undo after a forced pass, and in a loaded game" {
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

@test "extended: Undo forgets the computer's chosen move" {
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

@test "extended: Hint asks the engine, charges no time and plays nothing" {
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

@test "extended: Level makes the engine weaker, but not its hints" {
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
    # An engine without that option gets a depth limit.
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
Board' --extended)" == *"White's turn: a white piece moves (White), then a black one" ]]
    echo '6170-spring-2006-antiking rnbqkbnr/pppppppp/8/3A4/8/3a4/PPPPPPPP/RNBQKBNR w - - 0 1' >"$BATS_TEST_TMPDIR/list.txt"
    [[ "$(answers "LoadGame $BATS_TEST_TMPDIR/list.txt
Board" --extended)" == *$'\nWhite to move, in anticheck' ]]
    echo '6170-fall-2003 rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1 chips 1/0' >"$BATS_TEST_TMPDIR/list.txt"
    [[ "$(answers "LoadGame $DATA/stalemate.xml
MakeMove c1-c7 0
Board" --extended)" == *$'Last turn: Black passed, being stalemated\nWhite to move' ]]
}

@test "extended: the added commands, too, are answered Must init first" {
    [ "$(answers Help --extended --dialect fall-2003)" = "Must init first" ]
}

@test "extended: moves in standard algebraic notation, in capital and small letters" {
    dialogue --extended <<END
> StartNewGame human 0 human 0 losers
New game started
> MakeMove E4 1
e2-e4
> MakeMove f5 1
f7-f5
> IsLegalMove nf3
illegal
> IsLegalMove EXF5
legal
> MakeMove exf5 1
e4-f5
> MakeMove NF6 1
g8-f6
END
    dialogue <<END
> StartNewGame human 0 human 0 losers
New game started
> MakeMove e4 1
Illegal move
END
}

@test "Name: text that is no name is refused; Board shows names and chips" {
    {
        printf '%s\n' 'StartNewGame human 0 human 0 6170-fall-2003' 'Name white  Zoë  '
        printf 'Name white %b\n' '' '\x01' '\x7f' '\xc2\x85' '\xff' '\xef\xbf\xbe' '\xef\xbf\xbf' "$(printf 'x%.0s' {1..300})"
        printf '%s\n' Board 'MakeMove e2-e4 0' 'MakeMove d7-d5 0' Board QuitGame
    } | "$TEXTUI" --extended >"$BATS_TEST_TMPDIR/actual"
    grep -q '^White Player is Zoë$' "$BATS_TEST_TMPDIR/actual"
    [ "$(grep -c '^Input error$' "$BATS_TEST_TMPDIR/actual")" -eq 8 ]
    grep -q '^White: Zoë (human), unlimited time, chips: 0$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^White to move, must capture$' "$BATS_TEST_TMPDIR/actual"
}
