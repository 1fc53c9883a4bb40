#!/usr/bin/env bats
# The TextUI adapter for people: --play and --demo.
# MISERE_BIN: the programs' folder (default ./bin); MISERE_TESTS: that of mock_engine.

load textui-helpers

@test "--play: a game at a prompt" {
    printf '%s\n' help moves e2e5 e2e4 nonsense hint undo 'save' "save $BATS_TEST_TMPDIR/play.xml" \
        'new nothing' 'new 6170-fall-2003-mindcontrol' swap rulesets 'level 3' board \
        "load $BATS_TEST_TMPDIR/play.xml" quit |
        "$TEXTUI" --play --think 50 >"$BATS_TEST_TMPDIR/actual"
    grep -q "'e2e5' is not legal" "$BATS_TEST_TMPDIR/actual"
    grep -q "^The computer is thinking... [a-h][1-8]-[a-h][1-8]$" "$BATS_TEST_TMPDIR/actual"
    grep -q "^The computer is thinking... [a-h][1-8]-[a-h][1-8],[a-h][1-8]-[a-h][1-8]$" \
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
    # the answer `n`, and the end of input
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
    grep -q '^The computer is thinking... Engine error: ' "$BATS_TEST_TMPDIR/actual"
    grep -q '^The computer is thinking... e2-e4$' "$BATS_TEST_TMPDIR/actual"
    grep -q "press Enter" "$BATS_TEST_TMPDIR/actual"
}

@test "--demo: a game of each family; status 1 if the engine fails" {
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
