#!/usr/bin/env bats
# The TextUI adapter for people: --play and --demo.

load textui-helpers

@test "--play: a game at a prompt" {
    printf '%s\n' help moves e2e5 e4 nonsense hint undo 'save' "save $BATS_TEST_TMPDIR/play.xml" \
        'new nothing' 'new 6170-fall-2003-mindcontrol' swap rulesets 'level 3' board \
        "load $BATS_TEST_TMPDIR/play.xml" quit |
        "$TEXTUI" --play --think 50 >"$BATS_TEST_TMPDIR/actual"
    grep -q "'e2e5' is not legal" "$BATS_TEST_TMPDIR/actual"
    grep -qE '^white> The computer is thinking... [KQRBNO]?[a-h]?x?[a-h][1-8][+#]?$' "$BATS_TEST_TMPDIR/actual"
    grep -qE '^The computer is thinking... [KQRBN]?[a-h][1-8],[KQRBN]?x?[a-h][1-8]' "$BATS_TEST_TMPDIR/actual"
    grep -q "Undone: 2 turns" "$BATS_TEST_TMPDIR/actual"
    grep -q "\`save\` needs a file name: save FILE" "$BATS_TEST_TMPDIR/actual"
    grep -q "Game saved" "$BATS_TEST_TMPDIR/actual"
    grep -q "Game loaded" "$BATS_TEST_TMPDIR/actual"
    grep -q "Level 3" "$BATS_TEST_TMPDIR/actual"
    grep -q "There is no ruleset 'nothing'" "$BATS_TEST_TMPDIR/actual"
    grep -q "Na3  Nc3  Nf3  Nh3  a3  a4" "$BATS_TEST_TMPDIR/actual"
    not grep -q "Input error" "$BATS_TEST_TMPDIR/actual"
}

# described: the list of rulesets, and what is said about each at the start of a game.
described() {
    local ruleset
    play rulesets quit | sed -n 's/^white> \(.*,\)/\1/; /^[* ] [a-z0-9-]*  .*,/p' >"$BATS_TEST_TMPDIR/rulesets"
    cat "$BATS_TEST_TMPDIR/rulesets"
    sed 's/^[* ] //; s/ .*//' "$BATS_TEST_TMPDIR/rulesets" | while read -r ruleset; do
        printf 'quit\n' | "$TEXTUI" --play="$ruleset" --two-persons --chips 1 2>/dev/null ||
            printf 'quit\n' | "$TEXTUI" --play="$ruleset" --two-persons
    done | sed -n '/^Two people/,/^Type your move/p'
}

# bats test_tags=plain
@test "--play: the rulesets, and the rules of each in brief" {
    diff "$DATA/rulesets.expected" <(described)
}

@test "--play: the end of a game, and another" {
    # The person plays White's part of the sample game, the engine Black's.
    local black
    black=$(grep -o '[a-h][1-8]-[a-h][1-8]' "$DATA/sample.input" | sed -n 'n;p')
    {
        grep -o '[a-h][1-8]-[a-h][1-8]' "$DATA/sample.input" | sed -n 'p;n'
        printf 'what\n\nquit\n'
    } | "$TEXTUI" --play --engine "$(player ${black//-/} e7e5)" >"$BATS_TEST_TMPDIR/actual"
    grep -q '^You have won: the computer is checkmated$' "$BATS_TEST_TMPDIR/actual"
    grep -q "Another game? \[Y/n\] There is no command 'what'" "$BATS_TEST_TMPDIR/actual"
    [ "$(grep -c 'New game started' "$BATS_TEST_TMPDIR/actual")" -eq 2 ]
    # the answer `n`, and the end of input
    [[ "$(printf 'load %s\nn\n' "$DATA/over.xml" | "$TEXTUI" --play | tail -n 1)" == *"Another game? [Y/n] " ]]
    not grep -q 'There is no command' <(printf 'load %s\nn\n' "$DATA/over.xml" | "$TEXTUI" --play)
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
    grep -q '^The computer is thinking... Engine error: ' "$BATS_TEST_TMPDIR/actual"
    grep -q 'The computer is thinking... e4$' "$BATS_TEST_TMPDIR/actual"
    grep -q "press Enter" "$BATS_TEST_TMPDIR/actual"
}

# bats test_tags=plain
@test "--demo: a game of each family; status 1 if the engine fails" {
    run "$TEXTUI" --demo --think 3
    [ "$status" -eq 0 ]
    for name in 6170-spring-2007 6170-spring-2006-antiking 6170-fall-2003-mindcontrol antichess; do
        grep -q "A game of $name" <<<"$output"
    done
    [ "$(grep -c '  a   b   c' <<<"$output")" -eq 4 ]
    [ "$(grep -cE '^   5\. [KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]' <<<"$output")" -ge 2 ]
    grep -qE '^   5\. [^ ,]+,[^ ,]+( |$)' <<<"$output" # four turns of mind control in a line
    not grep -qE '^ +[0-9]+\..*[a-h][1-8]-[a-h][1-8]' <<<"$output"
    run "$TEXTUI" --demo --engine "$(mock exit-go)"
    [ "$status" -eq 1 ]
    [[ "$output" == *"Engine error: "* ]]
}

# play LINE...: what --play prints for these lines.
play() {
    printf '%s\n' "$@" | "$TEXTUI" --play --think 20
}

@test "--play: a finished game can be shown, saved, undone and continued" {
    printf '%s\n' f3 e5 g4 Qh4 hint board game "save $BATS_TEST_TMPDIR/over.xml" undo Nf6 game quit |
        "$TEXTUI" --play --two-persons >"$BATS_TEST_TMPDIR/actual"
    [ "$(grep -c '^Black has won: White is checkmated$' "$BATS_TEST_TMPDIR/actual")" -eq 2 ]
    grep -q 'The game is over; `undo` takes back the last turn' "$BATS_TEST_TMPDIR/actual"
    grep -q '^Another game? \[Y/n\] 1. f3 e5 2. g4 Qh4# 0-1$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^Another game? \[Y/n\] Game saved in .*/over.xml' "$BATS_TEST_TMPDIR/actual"
    grep -q '^Another game? \[Y/n\] Undone: 1 turn$' "$BATS_TEST_TMPDIR/actual"
    [ "$(grep '^`undo` takes back' "$BATS_TEST_TMPDIR/actual" | wc -L)" -le 80 ]
    grep -q '^white> 1. f3 e5 2. g4 Nf6 \*$' "$BATS_TEST_TMPDIR/actual"
    not grep -q 'Input error' "$BATS_TEST_TMPDIR/actual"
    xmllint --noout "$BATS_TEST_TMPDIR/over.xml"
    # against the computer, undo goes back to the person's turn; after loading, too
    printf '%s\n' "load $BATS_TEST_TMPDIR/over.xml" 'opponent computer' 'colour white' undo game quit |
        "$TEXTUI" --play --think 20 >"$BATS_TEST_TMPDIR/actual"
    grep -q 'Undone: 2 turns' "$BATS_TEST_TMPDIR/actual"
    grep -q '^white> 1. f3 e5 \*$' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: a player resigns, and takes it back" {
    printf '%s\n' e4 resign game 'save game.pgn' resign e5 'undo' e4 exit |
        "$TEXTUI" --play --engine "$(player e7e5 d7d5)" >actual
    grep -q '^You have lost: you resigned$' actual
    grep -q '^Another game? \[Y/n\] 1\. e4 e5 0-1$' actual
    grep -q '{ resignation } 0-1' game.pgn
    grep -q 'The game is over; `undo` takes back the last turn' actual
    grep -q 'There is no game in progress' actual
    grep -q 'Undone: the resignation' actual
    grep -q "^white> 'e4' is not legal" actual # it is White's second turn again
    # As Black, and at once; of two people the one to move, even within a turn.
    printf 'resign\n' | "$TEXTUI" --play --colour black --engine "$(player e2e4)" | grep -q '^You have lost: you resigned$'
    printf 'e4\nresign\n' | "$TEXTUI" --play --two-persons | grep -q '^White has won: Black resigned$'
    printf '%s\n' e4 resign undo game |
        "$TEXTUI" --play=6170-fall-2003-mindcontrol --two-persons >actual
    grep -q '^Black has won: White resigned$' actual
    grep -q '^white, white piece> \*$' actual # without the half that it had begun
    printf 'resign now\n' | "$TEXTUI" --play | grep -q "\`resign\` takes no argument"
}

# bats test_tags=plain
@test "--play: a loss on time can be undone" {
    (
        printed 'white> ' "$BATS_TEST_TMPDIR/actual"
        sleep 1.2
        printf 'e4\nundo\ngame\nquit\n'
    ) | "$TEXTUI" --play --clock 0:01 --think 20 >"$BATS_TEST_TMPDIR/actual"
    grep -q '^You have lost: you have run out of time$' "$BATS_TEST_TMPDIR/actual"
    grep -q 'There is no game in progress' "$BATS_TEST_TMPDIR/actual"
    grep -q 'Undone: 1 turn' "$BATS_TEST_TMPDIR/actual"
    grep -q 'white> \*$' "$BATS_TEST_TMPDIR/actual"
}

# bats test_tags=plain
@test "--play: a loss on time is shown at once" {
    {
        printed 'run out of time' "$BATS_TEST_TMPDIR/actual"
        ! grep -q 'run out of time' "$BATS_TEST_TMPDIR/actual" || touch "$BATS_TEST_TMPDIR/at-once"
        echo quit
    } | "$TEXTUI" --play --clock 0:01 >"$BATS_TEST_TMPDIR/actual"
    grep -q '^You have lost: you have run out of time$' "$BATS_TEST_TMPDIR/actual"
    [ -e "$BATS_TEST_TMPDIR/at-once" ]
}

# bats test_tags=plain
@test "--play: a turn adds the increment to the clock, also in a game from a file" {
    local file # the turns take less than half a minute
    printf '%s\n' 'clock 1:30+2' settings e4 e5 "save $BATS_TEST_TMPDIR/a.xml" "save $BATS_TEST_TMPDIR/a.pgn" quit |
        "$TEXTUI" --play --two-persons --clock 5+30 >"$BATS_TEST_TMPDIR/actual"
    grep -q 'Clocks: 1:30 + 2 s a turn, from the next game on' "$BATS_TEST_TMPDIR/actual"
    grep -q '^  clock     1:30 + 2 s a turn$' "$BATS_TEST_TMPDIR/actual"
    grep -qE '  5:(30|[12][0-9]|0[1-9])$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^\[TimeControl "300+30"\]$' "$BATS_TEST_TMPDIR/a.pgn"
    for file in a.xml a.pgn; do
        printf '%s\n' Nf3 quit | "$TEXTUI" --play --two-persons --load "$BATS_TEST_TMPDIR/$file" >"$BATS_TEST_TMPDIR/actual"
        grep -qE '  (6:00|5:[45][0-9]|5:3[1-9])$' "$BATS_TEST_TMPDIR/actual"
    done
}

@test "--play: the answer to wrong input says what is wrong and what is allowed" {
    local name lines=('level 21' 'level x' 'load' 'load no-such' 'save' 'save /no/such/folder/x.xml' 'undo now'
        'ruleset chess' 'colour red' 'colour' 'opponent cat' 'clock 0' 'clock 1:5' 'clock 99999' 'clock 5+' 'chips 1'
        'moves z9' 'moves K' 'e4 e5' 'frob' 'Ke2' 'pass')
    local answers=('`level` is 0, the weakest, to 20' '`level` is 0, the weakest, to 20' '`load` needs a file name: load FILE'
        "Cannot load: there is no file 'no-such'" '`save` needs a file name: save FILE' 'Cannot save: /no/such/folder/x.xml: '
        "\`undo\` takes back one move, or as many as you say: undo 3" "There is no ruleset 'chess'; did you mean \`antichess\`?"
        '`colour` is white or black' '`colour` needs a colour: colour white|black' '`opponent` is computer or person'
        "'0' is not a time: a clock is" "'1:5' is not a time" "'99999' is not a time" "'5+' is not a time" 'There are no chips in 6170-spring-2007, only in 6170-fall-2003'
        "'z9' is no square and no piece" 'There is no legal move of K' "'e4 e5' is neither a move nor a command"
        "'frob' is not a move; \`help\` lists" "'Ke2' is not legal: the king on e1 cannot go to e2; \`moves\` lists"
        "'pass' is not legal: White can move, so it may not pass; \`moves\` lists")
    play "${lines[@]}" quit >"$BATS_TEST_TMPDIR/actual"
    not grep -q 'Input error' "$BATS_TEST_TMPDIR/actual"
    for ((i = 0; i < ${#lines[@]}; i++)); do
        grep -qF "white> ${answers[i]}" "$BATS_TEST_TMPDIR/actual" || { echo "${lines[i]}: not '${answers[i]}'"; return 1; }
    done
}

@test "--play: compulsory captures are listed when another move is tried" {
    printf '%s\n' e4 a3 nf3 NF3 'moves e4' 'moves d2' quit | "$TEXTUI" --play --engine "$(player d7d5)" >"$BATS_TEST_TMPDIR/actual"
    for move in a3 nf3 NF3; do
        grep -q "'$move' is not legal: White must capture (exd5)$" "$BATS_TEST_TMPDIR/actual"
    done
    grep -q '^White to move, must capture$' "$BATS_TEST_TMPDIR/actual"
    grep -q 'There is no legal move from d2: White must capture (exd5)$' "$BATS_TEST_TMPDIR/actual"
    not grep -q '^Legal captures' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: lists of moves are at most 80 columns wide; names of rulesets in any case" {
    # White has 15 captures with queens
    printf '%s\n' '[Variant "losers"]' '[FEN "k7/8/p1p1p1p1/Q1Q1Q1Q1/p1p1p1p1/Q1Q1Q1Q1/p1p1p3/7K w - - 0 1"]' '' '*' \
        >"$BATS_TEST_TMPDIR/queens.pgn"
    printf '%s\n' "load $BATS_TEST_TMPDIR/queens.pgn" Kg1 'moves' 'new Losers' 'new ANTICHESS' quit |
        "$TEXTUI" --play --two-persons >"$BATS_TEST_TMPDIR/actual"
    grep -q '^Legal captures: ' "$BATS_TEST_TMPDIR/actual"
    [ "$(grep -v 'loaded' "$BATS_TEST_TMPDIR/actual" | wc -L)" -le 80 ]
    grep -q 'play by the rules of losers' "$BATS_TEST_TMPDIR/actual"
    grep -q 'play by the rules of antichess' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: the halves of a mind-control turn can be typed one by one" {
    printf '%s\n' 'opponent person' 'new 6170-fall-2003-mindcontrol' e4 'moves e7' e2 undo undo E2E4 d5 game f4,f5 game quit |
        "$TEXTUI" --play >"$BATS_TEST_TMPDIR/actual"
    grep -q '^white, black piece> e5  e6$' "$BATS_TEST_TMPDIR/actual"
    grep -q "^white, black piece> 'e2' is not legal" "$BATS_TEST_TMPDIR/actual"
    grep -q '^white, black piece> Undone: the first half of the turn$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^white, white piece> Nothing to undo$' "$BATS_TEST_TMPDIR/actual"
    grep -q "^White's turn: now a black piece moves$" "$BATS_TEST_TMPDIR/actual"
    grep -q '^black, white piece> 1. e4,d5 \*$' "$BATS_TEST_TMPDIR/actual"
    grep -q "^Black's turn: first a white piece moves, must capture$" "$BATS_TEST_TMPDIR/actual"
    grep -q "'f4,f5' is not legal: White must capture (exd5)$" "$BATS_TEST_TMPDIR/actual"
    printf '%s\n' hint e4 hint quit | "$TEXTUI" --play=6170-fall-2003-mindcontrol --think 20 >"$BATS_TEST_TMPDIR/actual"
    grep -qE '^white, white piece> [^ ]+,[^ ]+$' "$BATS_TEST_TMPDIR/actual"
    grep -qE '^white, black piece> The whole turn, after `undo`: [^ ]+,[^ ]+$' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: games without a royal king" {
    printf '%s\n' '[Variant "Antichess"]' '[FEN "8/8/8/8/8/8/1p6/K7 w - - 0 1"]' '' '1. Kxb2 *' \
        > "$BATS_TEST_TMPDIR/lost.pgn"
    printf '%s\n' 'opponent person' 'ruleset antichess' new "load $BATS_TEST_TMPDIR/lost.pgn" n |
        "$TEXTUI" --play >"$BATS_TEST_TMPDIR/actual"
    grep -q '^If you can capture, you must. You win when you have no pieces left.$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^The king is a piece like any other. There is no check.$' "$BATS_TEST_TMPDIR/actual"
    grep -q ': Black has no pieces left$' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: chips are given and spent" {
    printf '%s\n' 'opponent person' 'ruleset 6170-fall-2003' 'chips 2/0' new pass e5 undo undo pass moves pass game quit |
        "$TEXTUI" --play >"$BATS_TEST_TMPDIR/actual"
    grep -q 'Chips: 2 for White, 0 for Black, from the next game on' "$BATS_TEST_TMPDIR/actual"
    grep -q 'type `pass`' "$BATS_TEST_TMPDIR/actual"
    grep -q '2 chips$' "$BATS_TEST_TMPDIR/actual"
    grep -q '1 chip$' "$BATS_TEST_TMPDIR/actual"
    grep -q "Black has no chip to pay for a pass; \`chips\` gives some in the next game" "$BATS_TEST_TMPDIR/actual"
    grep -q 'Last turn: White passed' "$BATS_TEST_TMPDIR/actual"
    grep -q '^black> 1. -- \*$' "$BATS_TEST_TMPDIR/actual"
    # chips given by --chips
    printf 'pass\nquit\n' | "$TEXTUI" --play=6170-fall-2003 --chips 1 --two-persons | grep -q 'Last turn: White passed'
    run "$TEXTUI" --play --chips 1
    [ "$status" -eq 2 ]
    [[ "$output" == *"--chips: there are no chips in 6170-spring-2007"* ]]
}

@test "--play: options choose the settings of the first game" {
    printf 'settings\nquit\n' | "$TEXTUI" --play=losers --level 3 --colour black --clock 1:30 --think 20 >"$BATS_TEST_TMPDIR/actual"
    grep -q '^You play black by the rules of losers, against level 3.$' "$BATS_TEST_TMPDIR/actual"
    grep -q 'White: computer, level 3$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^ 8 .* Black: you$' "$BATS_TEST_TMPDIR/actual" || grep -q '^ 7 .* Black: you$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^    h  g  f  e  d  c  b  a$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^  clock     1:30$' "$BATS_TEST_TMPDIR/actual"
    [ "$(answers quit --play | grep -c 'level 5')" -ge 1 ]
    [ "$(answers quit --play --two-persons | grep -c 'Two people play')" -eq 1 ]
    printf '%s\n' 'opponent person' 'opponent computer' 'opponent person' 'colour white' quit |
        "$TEXTUI" --play >"$BATS_TEST_TMPDIR/actual"
    [ "$(grep -c '^white> Two people play$' "$BATS_TEST_TMPDIR/actual")" -eq 2 ]
    [ "$(grep -c '^white> You play white$' "$BATS_TEST_TMPDIR/actual")" -eq 2 ]
    local option
    for option in '--colour red' '--level 21' '--clock soon' '--chips -1' '--load' '--colour white'; do
        # shellcheck disable=SC2086
        run "$TEXTUI" $([ "$option" = '--colour white' ] || echo --play) $option </dev/null
        [ "$status" -eq 2 ] || { echo "$option: status $status"; return 1; }
    done
    [[ "$output" == *"--colour needs --play"* ]]
    while IFS='|' read -r option reason; do
        # shellcheck disable=SC2086
        run "$TEXTUI" $option </dev/null
        [ "$status" -eq 2 ]
        [ "$output" = "misere-textui: $reason; try --help" ]
    done << 'TEXT'
--play --dialect fall-2003|--dialect and --extended are not for --play and --demo
--extended --play|--dialect and --extended are not for --play and --demo
--demo --extended|--dialect and --extended are not for --play and --demo
--demo --level 3|--demo has no option --level
--demo --play|--play: only one of --play and --demo can be given
TEXT
    run "$TEXTUI" --play --load no-such </dev/null
    [ "$status" -eq 1 ]
    [[ "$output" == *"there is no file 'no-such'"* ]]
}

@test "--play: a loaded game has the players and the level with which it was saved" {
    printf '%s\n' 'level 2' swap "save $BATS_TEST_TMPDIR/black.xml" 'opponent person' "save $BATS_TEST_TMPDIR/two.xml" quit |
        "$TEXTUI" --play --think 20 >/dev/null
    printf 'quit\n' | "$TEXTUI" --play --load "$BATS_TEST_TMPDIR/black.xml" >"$BATS_TEST_TMPDIR/actual"
    grep -q 'White: computer, level 2$' "$BATS_TEST_TMPDIR/actual"
    grep -q 'Black: you$' "$BATS_TEST_TMPDIR/actual"
    printf 'e4\nquit\n' | "$TEXTUI" --play --load "$BATS_TEST_TMPDIR/two.xml" >"$BATS_TEST_TMPDIR/actual"
    not grep -q 'thinking' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: games are loaded from PGN, too" {
    printf '[White "Anna \xc2\x9b"]\n[Variant "losers"]\n\n1. e4 {open} e5 2. Nf3 {knight} 1-0\n' >"$BATS_TEST_TMPDIR/one.pgn"
    printf '[Variant "losers"]\n\n1. e4 (1. d4) e5 *\n' >"$BATS_TEST_TMPDIR/line.pgn"
    : >"$BATS_TEST_TMPDIR/empty.pgn"
    printf '%s\n' 'opponent person' "load $BATS_TEST_TMPDIR/one.pgn" "load $BATS_TEST_TMPDIR/line.pgn" \
        "load $BATS_TEST_TMPDIR/one.pgn" undo game "load $BATS_TEST_TMPDIR/empty.pgn" \
        "load $BATS_TEST_TMPDIR" 'load /dev/null' quit | "$TEXTUI" --play >"$BATS_TEST_TMPDIR/actual"
    grep -q 'Losers, move 2' "$BATS_TEST_TMPDIR/actual"
    grep -q 'White: Anna ?' "$BATS_TEST_TMPDIR/actual"
    grep -q '^white> 1. e4 e5 \*$' "$BATS_TEST_TMPDIR/actual"
    [ "$(grep -c 'Game loaded$' "$BATS_TEST_TMPDIR/actual")" -eq 3 ]
    grep -q 'empty.pgn: the file has no game$' "$BATS_TEST_TMPDIR/actual"
    [ "$(grep -c 'not a regular file$' "$BATS_TEST_TMPDIR/actual")" -eq 2 ]
}

@test "a loaded game's ruleset is said if it was learned from the tag Event or by fitting" {
    local said="$BATS_TEST_TMPDIR/actual"
    printf '[Event "FICS rated losers game"]\n\n1. e3 e6 2. Nf3 *\n' >event.pgn
    printf '1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 *\n' >fits.pgn
    printf '[Variant "losers"]\n\n1. e3 *\n' >named.pgn
    # The ruleset of the terminal is one that the person has not named.
    printf '%s\n' 'load event.pgn' 'load fits.pgn' 'load named.pgn' 'new suicide' 'load event.pgn' quit |
        "$TEXTUI" --play --two-persons >"$said"
    [ "$(grep -c 'Ruleset losers, from the tag Event$' "$said")" -eq 1 ]
    [ "$(grep -c 'Ruleset 6170-spring-2007, the likeliest that fits; so do ' "$said")" -eq 1 ]
    [ "$(grep -c 'Ruleset ' "$said")" -eq 2 ]
    [ "$(grep -c 'Game loaded' "$said")" -eq 4 ]
    printf 'quit\n' | "$TEXTUI" --play --two-persons --load event.pgn >"$said"
    [ "$(grep -c '^Ruleset losers, from the tag Event$' "$said")" -eq 1 ]
    printf 'quit\n' | "$TEXTUI" --play=losers --two-persons --load event.pgn >"$said"
    not grep -q 'Ruleset ' "$said"
    printf '%s\n' 'LoadGame event.pgn' 'LoadGame named.pgn' | "$TEXTUI" --extended >"$said"
    [ "$(cat "$said")" = "$(printf 'Game loaded\nRuleset losers, from the tag Event\nGame loaded')" ]
}

@test "what is odd about a loaded game is said, and a result by the rules of another game is kept" {
    local said="$BATS_TEST_TMPDIR/actual"
    cd "$BATS_TEST_TMPDIR"
    printf '[Variant "losers"]\n\n1. f3 e6 2. g4 zz Qh4# 0-1\n' >other.pgn
    printf '%s\n' 'load other.pgn' 'save saved.pgn' quit | "$TEXTUI" --play --two-persons >"$said"
    grep -q 'The result is 0-1, but by the rules of losers it is 1-0$' "$said"
    grep -q 'Ignored: words that are no turns (1)$' "$said"
    grep -q 'Qh4# 0-1$' saved.pgn
    # a game that the rules have not ended goes on
    printf '[Variant "losers"]\n\n1. f3 e6 1-0\n' >resigned.pgn
    printf '%s\n' 'load resigned.pgn' 'save open.pgn' quit | "$TEXTUI" --play --two-persons >"$said"
    grep -q 'The game goes on; its result 1-0 is dropped$' "$said"
    grep -q '^1. f3 e6 \*$' open.pgn
    printf '[Variant "losers"]\n\n1. f3 e6 2. Nc5 *\n' >cut.pgn
    printf '%s\n' 'load cut.pgn' 'save part.pgn' quit | "$TEXTUI" --play --two-persons >"$said"
    grep -q "cut.pgn:3: 'Nc5' is not legal: no white knight can go to c5; only the turns before it are loaded$" "$said"
    grep -q '^1. f3 e6 \*$' part.pgn
    printf '%s\n' 'LoadGame other.pgn' 'LoadGame resigned.pgn' 'SaveGame last.fen' | "$TEXTUI" --extended >"$said"
    grep -q '^The result is 0-1, but by the rules of losers it is 1-0$' "$said"
    grep -q '^Game saved; the file does not keep moves, results$' "$said"
}

@test "--play: the commands NAME and TIME-LEFT of 1994" {
    printf '%s\n' 'NAME white Anna  B' 'name black' 'name pink x' $'name black \001' 'TIME-LEFT black 1:30' \
        'time-left white 5+3' 'time-left white' 'time-left black none' 'time-left white 2' \
        "save $BATS_TEST_TMPDIR/named.xml" quit |
        "$TEXTUI" --play --two-persons --ascii >"$BATS_TEST_TMPDIR/actual"
    grep -q '> White is Anna  B$' "$BATS_TEST_TMPDIR/actual"
    grep -q '  White: Anna  B$' "$BATS_TEST_TMPDIR/actual"
    [ "$(grep -c '`name` needs a colour, white or black, and a name$' "$BATS_TEST_TMPDIR/actual")" -eq 2 ]
    grep -q '> A name has at most 63 bytes of UTF-8, none of them a control code$' "$BATS_TEST_TMPDIR/actual"
    grep -q '> Black has 1:30 left$' "$BATS_TEST_TMPDIR/actual"
    grep -q "'5+3' is not a time: it is 1 to 1440 minutes (5, 1:30), or none$" "$BATS_TEST_TMPDIR/actual"
    grep -q '`time-left` needs a colour, white or black, and a time$' "$BATS_TEST_TMPDIR/actual"
    grep -q '> Black has unlimited time$' "$BATS_TEST_TMPDIR/actual"
    grep -qE '  (2:00|1:59)$' "$BATS_TEST_TMPDIR/actual"
    grep -q 'white="Anna  B"' "$BATS_TEST_TMPDIR/named.xml"
}

# bats test_tags=plain
@test "--play: results name their reason" {
    local valid="$DATA/../gamefiles/valid" file
    declare -A results=([threefold]='The game is drawn: threefold repetition' [fifty]='The game is drawn: fifty moves by each side without'
        [2003-pieces-lost]='White has won: White has only its king left' [antiking-checkmate]='White has won: Black is checkmated'
        [antiking-pieces-lost]='has only three pieces left')
    for file in "${!results[@]}"; do
        printf '%s\n' "load $valid/$file.xml" n | "$TEXTUI" --play --two-persons >"$BATS_TEST_TMPDIR/actual"
        grep -qF "${results[$file]}" "$BATS_TEST_TMPDIR/actual" || { echo "$file: not '${results[$file]}'"; return 1; }
    done
}

@test "--play: check, anticheck, a forced pass and a long game are shown" {
    local list="$BATS_TEST_TMPDIR/list.txt"
    show() {
        echo "$1" >"$list"
        printf '%s\n' "load $list" "${@:2}" quit | "$TEXTUI" --play --two-persons >"$BATS_TEST_TMPDIR/actual"
    }
    show '6170-spring-2007 k7/8/8/8/8/8/r6P/K7 w - - 0 1' a1b1
    grep -q '^White to move, in check, must capture$' "$BATS_TEST_TMPDIR/actual"
    grep -q 'White must capture (Kxa2)$' "$BATS_TEST_TMPDIR/actual"
    show '6170-spring-2006-antiking rnbqkbnr/pppppppp/8/3A4/8/3a4/PPPPPPPP/RNBQKBNR w - - 0 1' a3 'moves A' 'moves K'
    grep -q '^White to move, in anticheck$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^Legal moves: ' "$BATS_TEST_TMPDIR/actual"
    grep -q '^white> There is no legal move of K$' "$BATS_TEST_TMPDIR/actual"
    show '6170-spring-2007 k7/8/8/8/2Q5/p7/P7/7K w - - 0 1' Qc7
    grep -q 'Black had no move and passed' "$BATS_TEST_TMPDIR/actual"
    # it begins with Black's turn, and needs two lines
    show "losers rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1 moves $(printf 'g8f6 g1f3 f6g8 f3g1 %.0s' {1..6})" game
    grep -q '^black> 1... Nf6 2. Nf3 Ng8 3. Ng1 Nf6 ' "$BATS_TEST_TMPDIR/actual"
    grep -q '^[0-9]* *[.N].* 13. Ng1 \*$' "$BATS_TEST_TMPDIR/actual"
    [ "$(awk '{ print length }' "$BATS_TEST_TMPDIR/actual" | sort -n | tail -n 1)" -le 100 ]
}

# bats test_tags=plain
@test "--play: names in a file that only resemble the computer's are kept" {
    local name
    for name in 'Misere, level 21' 'Misere, level 3x' 'Misere, level ' 'Misere, level -1' 'Anna'; do
        printf '[White "Person"]\n[Black "%s"]\n[Variant "losers"]\n\n1. e4 *\n' "$name" >"$BATS_TEST_TMPDIR/a.pgn"
        printf '%s\n' "save $BATS_TEST_TMPDIR/b.pgn" y quit |
            "$TEXTUI" --play --two-persons --load "$BATS_TEST_TMPDIR/a.pgn" >"$BATS_TEST_TMPDIR/actual"
        not grep -q thinking "$BATS_TEST_TMPDIR/actual"
        grep -qF "[Black \"$name\"]" "$BATS_TEST_TMPDIR/b.pgn" || { echo "$name is lost"; return 1; }
    done
    # control characters are not sent to the terminal
    printf '[White "A\x01\x7f\xc3\xab"]\n[Variant "losers"]\n\n1. e4 *\n' >"$BATS_TEST_TMPDIR/a.pgn"
    printf '%s\n' quit | "$TEXTUI" --play --two-persons --load "$BATS_TEST_TMPDIR/a.pgn" >"$BATS_TEST_TMPDIR/actual"
    not grep -q $'[\x01\x7f]' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: moves of some pieces or a square, with a pass" {
    printf '%s\n' 'ruleset 6170-fall-2003' 'chips 2 1' new moves 'moves n' 'moves e2' 'moves e3' 'moves QQ' 'moves 1' pass d5 e4 moves quit |
        "$TEXTUI" --play --two-persons >"$BATS_TEST_TMPDIR/actual"
    grep -q 'Chips: 2 for White, 1 for Black' "$BATS_TEST_TMPDIR/actual"
    grep -q '^h4  pass$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^white> Na3  Nc3  Nf3  Nh3$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^white> e3  e4$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^white> There is no legal move from e3: there is no piece on e3$' "$BATS_TEST_TMPDIR/actual"
    [ "$(grep -c 'is no square and no piece' "$BATS_TEST_TMPDIR/actual")" -eq 2 ]
    grep -q '^black> dxe4  pass$' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: clocks and chips at their limits" {
    local wrong
    for wrong in 'clock 0:00' 'clock 1:60' 'clock 1:5' 'clock 1441' 'clock 5+x' 'clock 5+3601' 'clock 5 ' 'clock +1'; do
        [ "$wrong" = 'clock 5 ' ] || play "$wrong" quit | grep -q 'is not a time' || { echo "$wrong is accepted"; return 1; }
    done
    play 'clock 1440:59+3600' settings quit | grep -q '^  clock     1440:59 + 3600 s a turn$'
    play 'clock 5' 'clock none' settings quit | grep -q '^  clock     unlimited$'
    printf '%s\n' 'ruleset 6170-fall-2003' 'chips 1/' 'chips x' 'chips 1/2/3' 'chips 10000' 'chips 9999' settings quit |
        "$TEXTUI" --play >"$BATS_TEST_TMPDIR/actual"
    [ "$(grep -c 'chips are 0 to 9999' "$BATS_TEST_TMPDIR/actual")" -eq 4 ]
    grep -q '^  chips     9999 for White, 9999 for Black$' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: yes and no as words; lines that are no text" {
    [ "$(printf 'load %s\nYes\nquit\n' "$DATA/over.xml" | "$TEXTUI" --play --two-persons | grep -c 'New game started')" -eq 2 ]
    [ "$(printf 'load %s\nNo\ne4\n' "$DATA/over.xml" | "$TEXTUI" --play --two-persons | grep -c 'New game started')" -eq 1 ]
    { printf 'e\0004\n'; printf 'e4%070000d\n' 0; printf 'd4\nquit\n'; } | "$TEXTUI" --play --two-persons >"$BATS_TEST_TMPDIR/actual"
    grep -q 'That line is not text, and is ignored$' "$BATS_TEST_TMPDIR/actual"
    grep -q 'That line is longer than 64 KiB, and is ignored$' "$BATS_TEST_TMPDIR/actual"
    grep -q 'Last turn: White d4$' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: names of files may not be too long" {
    play "save $(printf 'a%.0s' {1..5000})" "load $(printf 'a%.0s' {1..5000})" quit >"$BATS_TEST_TMPDIR/actual"
    grep -q '^white> Cannot save: the name of the file is too long$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^white> Cannot load: the name of the file is too long$' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: hints without an engine, on the computer's turn, and on a short clock" {
    printf '%s\n' hint swap hint level quit | "$TEXTUI" --play --engine "$(mock exit-go)" >"$BATS_TEST_TMPDIR/actual"
    grep -q '^white> Engine error: ' "$BATS_TEST_TMPDIR/actual"
    grep -q "It is the computer's turn$" "$BATS_TEST_TMPDIR/actual"
    grep -q 'Level 5 of 20$' "$BATS_TEST_TMPDIR/actual"
    printf '%s\n' swap quit | "$TEXTUI" --play --two-persons | grep -q 'Two people play; `opponent computer`'
    # A hint takes at most a quarter of the time that is left.
    printf '%s\n' hint quit | "$TEXTUI" --play --two-persons --clock 1:00 --engine "$(player e2e4)" >"$BATS_TEST_TMPDIR/actual"
    grep -q '^white> e4$' "$BATS_TEST_TMPDIR/actual"
    between 1 15000 "$(sed -n 's/^go movetime \([0-9]*\).*/\1/p' "$BATS_TEST_TMPDIR/told")"
}

@test "--play: a computer that passes, and one whose time runs out" {
    printf '%s\n' e4 quit | "$TEXTUI" --play=6170-fall-2003 --chips 0/1 --engine "$(player 0000)" >"$BATS_TEST_TMPDIR/actual"
    grep -q 'type `pass`' "$BATS_TEST_TMPDIR/actual"
    grep -q '^white> The computer is thinking... pass$' "$BATS_TEST_TMPDIR/actual"
    grep -q 'Last turn: Black passed$' "$BATS_TEST_TMPDIR/actual"
    for ruleset in --play=losers '--play losers'; do
        run "$TEXTUI" $ruleset --chips 0/1 </dev/null
        [ "$status" -eq 2 ]
        like '--chips: there are no chips in losers'
    done
    sed 's/go\*) /go*) sleep 2.1; /' "$(player e7e5)" >"$BATS_TEST_TMPDIR/late"
    chmod +x "$BATS_TEST_TMPDIR/late"
    printf '%s\n' e4 quit | "$TEXTUI" --play --clock 0:02 --engine "$BATS_TEST_TMPDIR/late" >"$BATS_TEST_TMPDIR/actual"
    grep -q '^white> The computer is thinking... $' "$BATS_TEST_TMPDIR/actual"
    grep -q '^You have won: the computer has run out of time$' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: the goal and the kings of each ruleset are described" {
    "$TEXTUI" --play=6170-spring-2006-antiking --two-persons <<<quit >"$BATS_TEST_TMPDIR/actual"
    grep -q 'You win when you are down to three pieces, kings included\.$' "$BATS_TEST_TMPDIR/actual"
    grep -q 'in check, and must leave your anti-king (a, A) in check\.$' "$BATS_TEST_TMPDIR/actual"
}

@test "a full disk is reported once the answers cannot be written" {
    [ -c /dev/full ] || skip 'no /dev/full'
    local mode
    for mode in '' --play --demo; do
        # shellcheck disable=SC2086
        run bash -c "printf 'StartNewGame human 0 human 0\ne4\nquit\n' | '$TEXTUI' $mode --think 1 >/dev/full"
        [ "$status" -eq 1 ] || { echo "$mode: status $status"; return 1; }
        [[ $output == *'cannot write to standard output'* ]]
    done
}

@test "--play: save says what the file does not keep; PGN keeps variations" {
    printf '[Variant "losers"]\n[Annotator "Anna"]\n\n1. e4 $1 (1. d4) e5 *\n' > one.pgn
    printf '%s\n' 'opponent person' 'load one.pgn' 'save two.pgn' 'save two.xml' quit | "$TEXTUI" --play > actual
    grep -q 'Game saved in two.pgn$' actual
    grep -q 'Game saved in two.xml; the file does not keep tags, annotations$' actual
    grep -q '^1. e4 $1 ( 1. d4 ) 1... e5' two.pgn
    grep -q '^.Annotator "Anna".$' two.pgn
}

@test "--play: undo takes back as many moves as it is told to" {
    printf '%s\n' a3 b3 c3 d3 'undo 2' game 'takeback 2' game 'undo 9' 'undo x' 'undo 0' 'undo 1 2' 'takeback' quit |
        "$TEXTUI" --play=losers --engine "$(player a7a6 b7b6 c7c6 d7d6)" >"$BATS_TEST_TMPDIR/actual"
    grep -q '^white> Undone: 4 turns$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^white> 1. a3 a6 2. b3 b6 \*$' "$BATS_TEST_TMPDIR/actual"
    [ "$(grep -c '^white> \*$' "$BATS_TEST_TMPDIR/actual")" -eq 1 ]
    [ "$(grep -c '^white> Nothing to undo$' "$BATS_TEST_TMPDIR/actual")" -eq 2 ]
    [ "$(grep -c '^white> `undo` takes back one move' "$BATS_TEST_TMPDIR/actual")" -eq 3 ]
    # the resignation is the first, then two turns of two people
    printf '%s\n' a3 a6 b3 resign 'undo 3' game quit | "$TEXTUI" --play=losers --two-persons >"$BATS_TEST_TMPDIR/actual"
    grep -q 'Undone: the resignation and 2 turns$' "$BATS_TEST_TMPDIR/actual"
    grep -q '^black> 1. a3 \*$' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: the board turns with two people, or stays, or is flipped" {
    bottoms() { printf '%s\n' "$@" quit | "$TEXTUI" --play --two-persons | sed -n 's/^    \([ah]\)  .*/\1/p' | tr -d '\n'; }
    [ "$(bottoms a3 a6)" = aha ]
    [ "$(bottoms 'rotate off' a3 a6)" = aaaa ]
    [ "$(bottoms 'rotate off' flip a3 flip)" = aahha ]
    [ "$(bottoms flip a3 'rotate off' 'rotate on' 'rotate maybe' 'rotate')" = ahaha ] # two answers without a board
    printf '%s\n' flip quit | "$TEXTUI" --play --color black --engine "$(player e2e4)" | grep -c '^    [ah]  ' | grep -qx 2
}

@test "--play: a game from a FEN, and the FEN of a game" {
    local fen='4k3/8/8/8/8/8/4P3/4K2R w K - 3 9'
    printf '%s\n' "position $fen" quit | "$TEXTUI" --play --ruleset losers --two-persons >"$BATS_TEST_TMPDIR/actual"
    grep -qF "Black has won" "$BATS_TEST_TMPDIR/actual" # he has only his king
    fen='4k1n1/8/8/8/8/8/4P3/4K2R w K - 3 9'
    printf '%s\n' position "position $fen" position O-O "save $BATS_TEST_TMPDIR/a.pgn" 'position 8/8/8/8/8/8/8/8 w - - 0 1' quit |
        "$TEXTUI" --play --ruleset losers --two-persons >"$BATS_TEST_TMPDIR/actual"
    grep -qx 'white> rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' "$BATS_TEST_TMPDIR/actual"
    grep -qxF "white> $fen" "$BATS_TEST_TMPDIR/actual"
    grep -q 'Last turn: White O-O$' "$BATS_TEST_TMPDIR/actual"
    grep -qxF "[FEN \"$fen\"]" "$BATS_TEST_TMPDIR/a.pgn"
    grep -q '^black> Not a position of losers: ' "$BATS_TEST_TMPDIR/actual"
}

@test "--play: near misses get a suggestion; help about one thing" {
    play 'ruleset los' 'new encastle' 'undoo 3' 'helo' 'rulset losers' 'help udno' 'help undo' '? antichess' 'help chess7' '?' quit >"$BATS_TEST_TMPDIR/actual"
    grep -qxF "white> There is no ruleset 'los'; did you mean \`losers\`?" "$BATS_TEST_TMPDIR/actual"
    grep -qxF "white> There is no ruleset 'encastle'; did you mean \`6170-spring-2007-encastle\`?" "$BATS_TEST_TMPDIR/actual"
    grep -qxF "white> There is no command 'undoo'; did you mean \`undo\`?" "$BATS_TEST_TMPDIR/actual"
    grep -qxF "white> There is no command 'helo'; did you mean \`help\`?" "$BATS_TEST_TMPDIR/actual"
    grep -qxF "white> There is no command 'rulset'; did you mean \`ruleset\`?" "$BATS_TEST_TMPDIR/actual"
    grep -qxF "white> There is no help on 'udno'; did you mean \`undo\`?" "$BATS_TEST_TMPDIR/actual"
    grep -qF "white> There is no help on 'chess7'; \`help\` lists" "$BATS_TEST_TMPDIR/actual"
    grep -qE '^white>   undo \[N\] +takes back' "$BATS_TEST_TMPDIR/actual"
    grep -qx 'white> Antichess.*' "$BATS_TEST_TMPDIR/actual"
    grep -qx 'The king is a piece like any other. There is no check.' "$BATS_TEST_TMPDIR/actual"
    [ "$(grep -c '  save FILE ' "$BATS_TEST_TMPDIR/actual")" -eq 1 ]
}

@test "--play: the rules by --ruleset, and colours by --color" {
    answers quit --play --ruleset losers --color black --engine "$(player e2e3)" >"$BATS_TEST_TMPDIR/actual"
    grep -q '^You play black by the rules of losers, against level 5.$' "$BATS_TEST_TMPDIR/actual"
    answers 'color black' --play --engine "$(player e2e3)" | grep -q '^white> You play black$'
    run "$TEXTUI" --ruleset losers </dev/null
    [ "$status" -eq 2 ]
    like '--ruleset needs --play'
    run "$TEXTUI" --play --ruleset loser </dev/null
    [ "$status" -eq 2 ]
    like "unknown ruleset 'loser'; known: "
}

@test "--play: save asks before it replaces a file that this game was not saved in" {
    echo 'my notes' >notes.txt
    echo 'my notes' >other.txt
    : >empty.xml
    printf '%s\n' 'save notes.txt' '' 'save notes.txt' what n 'save other.txt' y 'save other.txt' e4 'save ./other.txt' \
        'save empty.xml' new 'save other.txt' no quit | "$TEXTUI" --play --two-persons >actual
    [ "$(cat notes.txt)" = 'my notes' ]
    grep -q '<game' other.txt
    [ "$(grep -c 'Replace it? \[y/N\] Not saved$' actual)" -eq 3 ]
    grep -q 'Replace it? \[y/N\] Type y for yes, or n for no$' actual
    [ "$(grep -c "There is a file 'notes.txt' already$" actual)" -eq 2 ]
    [ "$(grep -c "There is a file 'other.txt' already$" actual)" -eq 2 ]
    [ "$(grep -c 'Game saved in ' actual)" -eq 4 ]
    # the end of the input is no answer
    printf 'save notes.txt\n' | "$TEXTUI" --play --two-persons >actual
    [ "$(cat notes.txt)" = 'my notes' ]
}
