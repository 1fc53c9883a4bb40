#!/usr/bin/env bats
# The TextUI adapter: how games end, and games in files.

load textui-helpers

# --- the end of a game ---

@test "after the end of a game the program is as just started" {
    {
        cat "$DATA/sample.input"
        printf '%s\n' 'MakeMove e2e4 0' PrintBoard GetNextMove 'GetTime white' QuitGame \
            'StartNewGame human 0 human 0' PrintBoard QuitGame
    } | "$TEXTUI" | tail -n +22 >"$BATS_TEST_TMPDIR/actual"
    printf 'Input error\n%.0s' 1 2 3 4 5 | diff -u - <(head -n 5 "$BATS_TEST_TMPDIR/actual")
    [ "$(sed -n 6p "$BATS_TEST_TMPDIR/actual")" = "New game started" ]
    [ "$(tail -n 1 "$BATS_TEST_TMPDIR/actual")" = "Exiting game" ]
}

@test "a MakeNextMove that ends the game prints only the result" {
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

@test "a stalemated player passes without a command" {
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

@test "LoadGame: the result of a finished game is printed, and no game is in progress" {
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

@test "after SaveGame the game continues; LoadGame restores it" {
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

@test "SaveGame that fails says why; the game continues and the old file is unchanged" {
    mkdir "$BATS_TEST_TMPDIR/folder"
    answers "StartNewGame human 0 human 0
SaveGame $BATS_TEST_TMPDIR/nowhere/game.xml
SaveGame $BATS_TEST_TMPDIR/folder
GetTime white" >"$BATS_TEST_TMPDIR/actual"
    [[ "$(sed -n 2p "$BATS_TEST_TMPDIR/actual")" == "Cannot save: "?* ]]
    [[ "$(sed -n 3p "$BATS_TEST_TMPDIR/actual")" == "Cannot save: "?* ]]
    [ "$(sed -n 4p "$BATS_TEST_TMPDIR/actual")" = unlimited ]
    # A limit on file sizes has the effect of a full disk.
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
    # No temporary file is left.
    [ "$(find "$BATS_TEST_TMPDIR" -name '*old.xml*' | wc -l)" -eq 1 ]
}

# --- formats ---

@test "in the course's dialects a file is XML or a 1994 board, whatever its name" {
    echo '*' >star
    echo 'e4 e5' >moves
    printf '[Variant "6170-spring-2007"]\n\n1. d4 *\n' >pgn
    echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1' >fen
    for dialect in spring-2007 fall-2003; do
        printf 'Init 6170-spring-2007 0\nStartNewGame human human\n' >begin
        [ $dialect = fall-2003 ] || echo 'StartNewGame human 0 human 0 6170-SPRING-2007' >begin
        printf 'LoadGame %s\n' star moves pgn fen - none | cat begin - <(printf '%s\n' \
            'SaveGame saved.pgn' 'SaveGame saved.fen' "LoadGame $ROOT/tests/data/gamefiles/valid/handout-figure.1994" \
            'SaveGame saved.1994' QuitGame) | "$TEXTUI" --dialect $dialect >answers
        [ "$(grep -c '^Corrupt file$' answers)" -eq 6 ]
        [ "$(grep -c '^Game saved$' answers)" -eq 3 ]
        [ "$(grep -c '^Game loaded$' answers)" -eq 1 ]
        xmllint --noout --schema "$ROOT/schemas/antichess.xsd" saved.pgn saved.fen
        [ "$(head -1 saved.1994)" = W ]
        rm saved.*
    done
}

@test "with --extended the format of a saved game is that of its extension; of a loaded one, that of its content" {
    printf '%s\n' 'StartNewGame human 0 human 0' 'MakeMove d2-d4 0' 'MakeMove d7-d5 0' \
        'SaveGame saved.PGN' 'SaveGame saved.fen' 'SaveGame saved.txt' 'SaveGame saved.1994' \
        QuitGame | "$TEXTUI" --extended >answers
    [ "$(grep -c 'Game saved' answers)" -eq 3 ]
    grep -q 'Cannot save: saved.1994: .*6170-spring-1994' answers
    grep -q '^1\. d4 d5 \*$' saved.PGN
    [ "$(cat saved.fen)" = 'rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w - - 0 2' ]
    grep -q '<moveHistory>' saved.txt
    for file in saved.PGN saved.fen saved.txt; do
        mv $file game
        printf '%s\n' 'LoadGame game' 'MakeMove c2-c4 0' PrintAllMoves QuitGame |
            "$TEXTUI" --extended >answers
        [ "$(grep -v '^Ruleset ' answers | head -3)" = "Game loaded"$'\n'"c2-c4"$'\n'"d5-c4" ]
        # a FEN alone does not say by which rules it is
        [ "$(grep -c '^Ruleset 6170-spring-2007, the likeliest ' answers)" -eq $([ $file = saved.fen ] && echo 1 || echo 0) ]
    done
    printf '%s\n' 'LoadGame -' QuitGame | "$TEXTUI" >answers
    [ "$(head -1 answers)" = "Corrupt file" ]
}

@test "continuing an abandoned game removes its result; undoing a turn removes its comment" {
    printf '[Result "1-0"]\n[Termination "abandoned"]\n\n1. d4 {fine} d5 {odd} {left} 1-0\n' >game
    printf '%s\n' 'LoadGame game' 'MakeMove c2-c4 0' 'SaveGame on.pgn' Undo \
        'MakeMove e7-e5 0' 'SaveGame other.pgn' QuitGame | "$TEXTUI" --extended >answers
    grep -q 'Result "\*"' on.pgn
    grep -q '{ odd } { left } 2. c4 \*' on.pgn
    grep -q '^1\. d4 { fine } 1\.\.\. e5 \*$' other.pgn
}
