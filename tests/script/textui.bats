#!/usr/bin/env bats
# The TextUI adapter: the sample game, the program as a whole, and what comes before a game. The other
# commands and states are in textui-*.bats.

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

@test "blank lines are ignored, tabs and spaces separate words, CRLF ends a line" {
    printf '\n   \n\t\n\r\n \tStartNewGame\thuman  0 human\t0 \t\r\nGetTime white\r\nGetTime black' |
        "$TEXTUI" >"$BATS_TEST_TMPDIR/actual"
    printf 'New game started\nunlimited\nunlimited\n' | diff -u - "$BATS_TEST_TMPDIR/actual"
}

@test "lines that are too long or contain NUL bytes are input errors" {
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

# bats test_tags=plain
@test "input is read in blocks, not byte by byte" {
    converse
    {
        head -c 1000000 /dev/zero | tr '\0' x
        echo
    } >&9
    read -r -t 300 line <&8
    [ "$line" = 'Input error' ]
    [ "$(awk '/^syscr/ { print $2 }' "/proc/$CONVERSED/io")" -lt 100000 ]
    kill "$CONVERSED"
}

@test "each answer is printed before the next command is read" {
    converse
    for word in human computer; do
        [ "$(ask "StartNewGame $word 0 human 7")" = "New game started" ]
    done
    [ "$(ask "GetTime black")" = 7 ]
    [ "$(ask QuitGame)" = "Exiting game" ]
    wait "$CONVERSED"
}

@test "if an answer cannot be written the program ends with status 1" {
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
    [[ "$output" == "misere-textui: unknown ruleset 'chess'; known: 6170-spring-1994, "*"; try --help" ]]
    [ "$(answers GetTime --dialect spring-2007)" = "Input error" ]
    [ "$(answers GetTime --dialect fall-2003)" = "Must init first" ]
}

# --- spring 2007: before a game ---

@test "before a game only StartNewGame and LoadGame are allowed" {
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

@test "StartNewGame with missing, wrong or extra arguments is an input error" {
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

@test "StartNewGame replaces the game, unless its arguments are wrong" {
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
