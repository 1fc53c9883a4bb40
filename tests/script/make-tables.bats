#!/usr/bin/env bats
# misere-prove --make-tables. What it makes is compared, position by position, with an analysis that shares no code with
# it, and checked with the reference implementation.

load helpers

make_tables() { # RULESET ENDING...
    run timeout 1000 "$BIN/misere-prove" --ruleset "$1" --make-tables tables "${@:2}"
}

# Compares the tables of all endings in the folder with the analysis.
compare_all() {
    local names=(tables/*w)
    names=("${names[@]##*/}")
    run timeout 1000 "$TEST_BIN/compare-tables" tables "${names[@]%.?tbw}"
    [ "$status" -eq 0 ]
    unlike 'differ'
    [ "$(grep -c 'all equal' <<< "$output")" -ge ${#names[@]} ]
}

@test "tables are made, are right, and stay; the engine reads them" {
    make_tables antichess PvP KRvR
    [ "$status" -eq 0 ]
    like '^tables: 22 endings made, 0 were there; at most [0-9]+ half-moves to a capture, pawn move or win, in K'
    compare_all
    run "$TEST_BIN/check-tables" antichess tables 300 PvP KvP KRvR
    [ "$status" -eq 0 ]
    like '^antichess KRvR: 300 positions are right$'
    make_tables antichess KRvR
    has 'tables: 0 endings made, 3 were there'
    engine 'setoption name SyzygyPath value tables' 'setoption name UCI_Variant value antichess' \
        'position fen 8/4r3/8/3k4/8/8/1R6/8 w - - 0 1' 'go depth 6' wait
    like 'tbhits [1-9]'
    unlike 'damaged|no tables'
}

@test "where pawns can be blocked, suicide has tables of its own" {
    make_tables suicide KvP PvP
    [ "$status" -eq 0 ]
    [ -e tables/PvP.stbw ]
    run "$TEST_BIN/check-tables" suicide tables 0 PvP
    [ "$status" -eq 0 ]
    like '^suicide PvP: [0-9]+ positions are right$'
}

@test "a damaged table, an ending that is none and a ruleset without tables are refused" {
    make_tables antichess KvN
    [ "$status" -eq 0 ]
    head -c 100 /dev/zero >> tables/KvN.gtbz
    make_tables antichess KvN
    [ "$status" -eq 1 ]
    has 'misere-prove: tables/KvN.gtbz: a damaged Syzygy table: its size is wrong'
    cp tables/KvN.gtbw tables/KvN.gtbz
    make_tables antichess KvN
    has 'misere-prove: tables/KvN.gtbz: not a Syzygy table of this kind'
    for name in KvXX KRR KRvKRR v KvKv ''; do
        make_tables antichess "$name"
        [ "$status" -eq 1 ]
        like 'is no ending of up to four pieces'
    done
    make_tables losers KvN
    [ "$status" -eq 1 ]
    has 'misere-prove: ruleset losers has no tables'
    run "$BIN/misere-prove" --make-tables tables --out x
    [ "$status" -eq 2 ]
}

# bats test_tags=plain,slow
@test "four pieces: what two threads make is right, also where the fifty-move rule draws" {
    run timeout 1000 "$BIN/misere-prove" --ruleset antichess --threads 2 --make-tables tables KKNvK
    [ "$status" -eq 0 ]
    like 'at most 102 half-moves to a capture, pawn move or win, in KKNvK$'
    run timeout 1000 "$TEST_BIN/check-tables" antichess tables 1000 KKNvK
    [ "$status" -eq 0 ]
    like '^antichess KKNvK: 1000 positions are right$'
}
