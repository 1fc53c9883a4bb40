#!/usr/bin/env bats
# The schemas under xmllint: they accept valid game files and nothing else. test_gamefile_read.c reads the
# same table, so that our reader accepts the same files.

bats_require_minimum_version 1.5.0

setup_file() {
    export SCHEMAS="$BATS_TEST_DIRNAME/../../schemas"
    export DATA="$BATS_TEST_DIRNAME/../data/gamefiles"
}

# Prints which schemas accept the document on standard input: both (yes), neither (no), or only
# antichess-2003.xsd (2003).
verdict() {
    local document="$BATS_TEST_TMPDIR/document.xml" plain=no of_2003=no
    cat >"$document"
    xmllint --nonet --noout --schema "$SCHEMAS/antichess.xsd" "$document" 2>/dev/null && plain=yes
    xmllint --nonet --noout --schema "$SCHEMAS/antichess-2003.xsd" "$document" 2>/dev/null &&
        of_2003=yes
    case $plain$of_2003 in
    yesyes) echo yes ;;
    nono) echo no ;;
    noyes) echo 2003 ;;
    *) echo "only the plain schema" ;;
    esac
}

# document PART FRAGMENT: prints the document of a row of the table.
document() {
    local part=$1 fragment=$2 root='' time='<time/>' history='<moveHistory/>' pieces='<pieces/>' end=''
    case $part in
    document)
        echo "${fragment//\"R\"/\"r\"}"
        return
        ;;
    root | time | history | pieces | end) printf -v "$part" '%s' "$fragment" ;;
    *)
        echo "no part is called '$part'" >&2
        return 1
        ;;
    esac
    echo "<game ruleset=\"r\" $root>$time$history$pieces$end</game>"
}

# check_part PART LEAST: checks the table's rows of a part; there must be at least LEAST.
check_part() {
    local part=$1 least=$2 rows=0 expected kind fragment actual wrong=0
    while read -r expected kind fragment; do
        [[ $kind == "$part" && $expected != \#* ]] || continue
        rows=$((rows + 1))
        actual=$(document "$kind" "$fragment" | verdict)
        if [[ $actual != "$expected" ]]; then
            echo "expected $expected, got $actual: $fragment"
            wrong=1
        fi
    done <"$DATA/schema-table.txt"
    echo "$rows rows"
    ((rows >= least && wrong == 0))
}

@test "both schemas compile without warnings" {
    for schema in antichess antichess-2003; do
        run xmllint --noout --schema "$SCHEMAS/$schema.xsd" "$DATA/valid/new-game.xml"
        [ "$status" -eq 0 ]
        [ "$output" = "$DATA/valid/new-game.xml validates" ]
    done
}

@test "the schemas differ only in the type of turns" {
    run bash -c "diff <(sed '/name=\"turn\"/,/simpleType>/d; /<!--.*-->/d; /<!--/,/-->/d' '$SCHEMAS/antichess.xsd') \
                      <(sed '/name=\"turn\"/,/simpleType>/d; /<!--.*-->/d; /<!--/,/-->/d' '$SCHEMAS/antichess-2003.xsd')"
    [ "$status" -eq 0 ]
}

@test "time" { check_part time 45; }
@test "moveHistory" { check_part history 45; }
@test "pieces" { check_part pieces 20; }
@test "gameOver and extension" { check_part end 30; }
@test "attributes of game" { check_part root 6; }
@test "whole documents" { check_part document 18; }

@test "an integer of a million digits is valid" {
    local digits
    digits=$(head -c 1000000 /dev/zero | tr '\0' 7)
    [ "$(document time "<time initWhite=\"$digits\"/>" | verdict)" = yes ]
    [ "$(document time "<time initWhite=\"${digits}x\"/>" | verdict)" = no ]
}

@test "every sample that we load is valid" {
    for file in "$DATA"/valid/*.xml; do
        schema=antichess
        grep -aq 'ruleset="6170-fall-2003' "$file" && schema=antichess-2003
        run xmllint --nonet --noout --schema "$SCHEMAS/$schema.xsd" "$file"
        echo "$output"
        [ "$status" -eq 0 ]
    done
}
