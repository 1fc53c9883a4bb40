#!/usr/bin/env bats
# bats file_tags=plain
# The schemas under xmllint: they accept valid game files and nothing else. test_gamefile_read.c reads the
# same table, so that our reader accepts the same files.

load helpers

SCHEMAS=$ROOT/schemas
DATA+=/gamefiles

# accepted SCHEMA FILE...: prints those of the files that the schema accepts.
accepted() {
    xmllint --nonet --noout --schema "$SCHEMAS/$1.xsd" "${@:2}" 2>&1 | sed -n 's/ validates$//p'
}

# verdicts FILE...: prints for each document which schemas accept it: both (yes), neither (no), or only
# antichess-2003.xsd (2003).
verdicts() {
    local file
    declare -A plain of_2003
    while read -r file; do plain[$file]=yes; done < <(accepted antichess "$@")
    while read -r file; do of_2003[$file]=yes; done < <(accepted antichess-2003 "$@")
    for file in "$@"; do
        case ${plain[$file]-no}${of_2003[$file]-no} in
        yesyes) echo yes ;;
        nono) echo no ;;
        noyes) echo 2003 ;;
        *) echo "only the plain schema" ;;
        esac
    done
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
    local part=$1 least=$2 expected kind fragment i wrong=0 wanted=() fragments=() files=() actual
    while read -r expected kind fragment; do
        [[ $kind == "$part" && $expected != \#* ]] || continue
        wanted+=("$expected")
        fragments+=("$fragment")
        files+=("$BATS_TEST_TMPDIR/${#files[@]}.xml")
        document "$kind" "$fragment" >"${files[-1]}"
    done <"$DATA/schema-table.txt"
    mapfile -t actual < <(verdicts "${files[@]}")
    for ((i = 0; i < ${#wanted[@]}; i++)); do
        if [[ ${actual[i]} != "${wanted[i]}" ]]; then
            echo "expected ${wanted[i]}, got ${actual[i]}: ${fragments[i]}"
            wrong=1
        fi
    done
    echo "${#wanted[@]} rows"
    ((${#wanted[@]} >= least && wrong == 0))
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
    document time "<time initWhite=\"$digits\"/>" >digits.xml
    document time "<time initWhite=\"${digits}x\"/>" >letter.xml
    [ "$(verdicts digits.xml letter.xml)" = $'yes\nno' ]
}

@test "every sample that we load is valid" {
    local of_2003 others
    mapfile -t of_2003 < <(grep -al 'ruleset="6170-fall-2003' "$DATA"/valid/*.xml)
    mapfile -t others < <(grep -aL 'ruleset="6170-fall-2003' "$DATA"/valid/*.xml)
    [ "${#of_2003[@]}" -gt 0 ] && [ "${#others[@]}" -gt 0 ]
    xmllint --nonet --noout --schema "$SCHEMAS/antichess-2003.xsd" "${of_2003[@]}"
    xmllint --nonet --noout --schema "$SCHEMAS/antichess.xsd" "${others[@]}"
}
