#!/usr/bin/env bats
# The TextUI adapter: the fall 2003 dialect.

load textui-helpers

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
    # Init as a later command does not change the dialect.
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

# bats test_tags=plain
@test "2003: in real time, a human who is out of time is told after the next command" {
    local line
    converse
    [ "$(ask $'Init 6170-fall-2003 5\nStartNewGame human human')" = "New game started" ]
    sleep 5.1
    [ "$(ask 'MakeMove e2e4')" = "Black Player has won" ]
    [ "$(ask 'GetTime white')" = "Input error" ]
    [ "$(ask 'StartNewGame human human')" = "New game started" ]
    between 1 5000 "$(ask 'GetTime white')"
    exec 9>&-
    wait "$CONVERSED"
}

# ticks COLOUR FROM: waits until this clock shows less, and prints what it shows.
ticks() {
    local i shown
    for ((i = 0; i < 6000; i++)); do
        shown=$(ask "GetTime $1")
        [ "$shown" -ge "$2" ] || break
        sleep 0.05
    done
    echo "$shown"
}

# bats test_tags=plain
@test "2003: in real time, the clock of the player to move runs, and that of the other does not" {
    local white
    converse
    [ "$(ask $'Init 6170-fall-2003 5000\nStartNewGame human human')" = "New game started" ]
    between 1 4999999 "$(ticks white 5000000)"
    [ "$(ask 'GetTime black')" = 5000000 ]
    [ "$(ask 'MakeMove e2e4')" = e2-e4 ]
    white=$(ask 'GetTime white')
    between 1 4999999 "$(ticks black 5000000)"
    [ "$(ask 'GetTime white')" = "$white" ]
    [ "$(ask 'IsLegalMove e7e5')" = legal ]
    exec 9>&-
    wait "$CONVERSED"
}

# bats test_tags=plain
@test "2003: each command after a human's clock has run out" {
    # Each of the following commands is typed after White has run out of time.
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
            actual="$BATS_TEST_TMPDIR/actual-$BASHPID"
            {
                printf 'Init 6170-fall-2003 1\nStartNewGame human human\n'
                printed 'New game started' "$actual"
                sleep 1.2
                echo "$command"
            } | "$TEXTUI" >"$actual"
            diff -u <(echo "$expected") "$actual"
        ) &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do
        wait "$pid"
    done
    [ ! -e "$BATS_TEST_TMPDIR/late.xml" ]
}

# bats test_tags=plain
@test "2003: the result is printed as soon as a computer is out of time" {
    converse --dialect fall-2003
    [ "$(ask $'Init 6170-fall-2003 1\nStartNewGame computer human')" = "New game started" ]
    read -r -t 300 line <&8 # nobody types anything
    [ "$line" = "Black Player has won" ]
    [ "$(ask 'GetTime white')" = "Input error" ]
    exec 9>&-
    wait "$CONVERSED"
}

# bats test_tags=plain
@test "2003: a computer that thinks for too long loses on time" {
    dialogue --engine "$(mock hang-go)" <<END
> Init 6170-fall-2003 3
> StartNewGame computer human
New game started
> MakeNextMove
Black Player has won
> MakeNextMove
Input error
END
}

@test "2003: the engine fails" {
    [[ "$(answers 'Init 6170-fall-2003 0
StartNewGame computer human
MakeNextMove
IsLegalMove e2e4' --engine "$(mock exit-go)")" == *$'\nEngine error: '?*$'\nlegal' ]]
}

@test "2003: chips are for all games until one ends" {
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
