#!/usr/bin/env bats
# The TextUI adapter, spring 2007: the commands on a human's turn.

load textui-helpers

@test "each command on a human's turn" {
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

@test "missing, wrong and extra arguments are input errors" {
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

@test "TIME is charged; when the clock reaches zero the move is not made" {
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

@test "promotion, castling and en passant in the course's notation" {
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
