#!/usr/bin/env bats
# SyzygyPath. With MISERE_TABLES, a folder of real tables, these are compared with an analysis of our own.

load helpers

COMPARE=$TEST_BIN/compare-tables
VARIANT='setoption name UCI_Variant value antichess'

@test "lichess-bot's default options start the engine, and a folder without tables is named" {
    engine uci 'setoption name Move Overhead value 100' 'setoption name Threads value 4' \
        'setoption name Hash value 512' 'setoption name SyzygyPath value ./syzygy/' \
        'setoption name UCI_ShowWDL value true' "$VARIANT" ucinewgame isready 'go nodes 100' wait
    has 'option name SyzygyPath type string default <empty>'
    has "info string SyzygyPath: no tables for ruleset antichess in './syzygy/'"
    unlike 'error'
    like '^bestmove [a-h1-8]+'
    # Rulesets that have no tables say nothing.
    engine 'setoption name SyzygyPath value ./syzygy/' 'setoption name SyzygyPath'
    unlike 'SyzygyPath'
}

@test "in CECP it is an option, and egtpath sets it" {
    engine xboard 'protover 2' 'variant suicide' 'egtpath syzygy ./my tables' 'egtpath nalimov x' egtpath quit
    like '^feature .* egt="syzygy"'
    has 'feature option="SyzygyPath -path "'
    like "^telluser SyzygyPath: no tables for ruleset suicide in './my tables'$"
    has 'Error (only Syzygy tables are read): egtpath'
    [ "$(grep -c '^Error' <<< "$output")" -eq 2 ]
}

@test "a damaged table is passed over and named" {
    head -c 208 /dev/zero > KQRvK.gtbw
    engine "setoption name SyzygyPath value $PWD" "$VARIANT" 'position fen 8/8/8/3k4/8/8/K7/QR6 w - - 0 1' \
        'go depth 4' wait 'go depth 4' wait
    like '^info string .*: not a Syzygy table of this kind$'
    [ "$(grep -c ': not a Syzygy table' <<< "$output")" -eq 1 ]
    [ "$(grep -c '^bestmove [a-h]' <<< "$output")" -eq 2 ]
}

@test "real tables: the search knows the result, and the root is played to the end" {
    [ -n "${MISERE_TABLES:-}" ] || skip "MISERE_TABLES is not set"
    # King, queen and rook against a king: after each move of the loser the engine answers until it has won.
    engine "setoption name SyzygyPath value $MISERE_TABLES" "$VARIANT" \
        'position fen 8/4r3/8/3k4/8/8/1R6/K7 w - - 0 1' 'go depth 6' wait
    like 'tbhits [1-9]'
    like '^info .* score (cp -?3[01][0-9]{3}|cp 0|mate)'
    like '^bestmove'
    unlike 'damaged|error'
}

# bats test_tags=plain,slow
@test "real tables say what our own analysis says, position by position" {
    [ -n "${MISERE_TABLES:-}" ] || skip "MISERE_TABLES is not set"
    for table in "$MISERE_TABLES"/*.gtbw; do
        name=$(basename "$table" .gtbw)
        [ "${#name}" -gt 5 ] || echo "$name"
    done > names
    run timeout 3000 "$COMPARE" "$MISERE_TABLES" $(cat names)
    [ "$status" -eq 0 ]
    unlike 'differ'
    [ "$(grep -c 'all equal' <<< "$output")" -ge "$(wc -l < names)" ]
}
