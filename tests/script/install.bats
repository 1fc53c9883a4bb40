#!/usr/bin/env bats
# bats file_tags=plain
# make install, make uninstall, make help and make play, and the files that are installed.

load helpers

setup_file() {
    ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    export ROOT DEST=$BATS_FILE_TMPDIR/dest
    make -C "$ROOT" install DESTDIR="$DEST" PREFIX=/usr > /dev/null
}

@test "everything is installed, and nothing is left after make uninstall" {
    local dest=$BATS_TEST_TMPDIR/dest
    make -C "$ROOT" install DESTDIR="$dest" prefix=/opt/misere > /dev/null
    [ -x "$dest/opt/misere/bin/misere" ]
    make -C "$ROOT" uninstall DESTDIR="$dest" PREFIX=/opt/misere > /dev/null
    [ -z "$(find "$dest" ! -type d)" ]
    [ ! -e "$dest/opt/misere/share/misere" ]
    [ ! -e "$dest/opt/misere/share/doc/misere" ]
    make -C "$ROOT" install DESTDIR="$dest" PREFIX=/opt/upper > /dev/null
    [ -x "$dest/opt/upper/bin/misere" ]
}

@test "the installed programs run, with their books" {
    cd "$BATS_TEST_TMPDIR"
    "$DEST/usr/bin/misere" bench 1 | grep -q 'Nodes searched'
    run "$DEST/usr/bin/misere" <<< $'setoption name UCI_Variant value losers\nsetoption name OwnBook value true\ngo movetime 10000'
    [[ $output != *error* ]]
    [[ $output == *bestmove* && $output != *'info depth'* ]]
    printf '1. e3 b5 2. Bxb5 *\n' > game.pgn
    "$DEST/usr/bin/misere-convert" --ruleset losers game.pgn game.xml
    "$DEST/usr/bin/misere-textui" <<< 'LoadGame game.xml' | grep -q 'Game loaded'
}

@test "there is a man page and a completion for each program" {
    local programs=0 name
    for program in "$DEST"/usr/bin/*; do
        name=$(basename "$program")
        [ -s "$DEST/usr/share/man/man1/$name.1" ]
        [ -s "$DEST/usr/share/bash-completion/completions/$name" ]
        programs=$((programs + 1))
    done
    [ "$programs" -eq 10 ]
    man --manpath="$DEST/usr/share/man" misere-referee | grep -q crosstable
}

# Prints what Tab would offer for the last word of a command line.
complete_words() {
    PATH=$DEST/usr/bin:$PATH bash -c 'source "$1"; shift
        compopt() { :; }
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _misere "$1" "${!#}" "${@:$#-1:1}"
        printf "%s\n" "${COMPREPLY[@]}"' - "$DEST/usr/share/bash-completion/completions/$1" "$@"
}

@test "bash completes options, rulesets and files" {
    cd "$BATS_TEST_TMPDIR"
    touch game.xml
    [ "$(complete_words misere-convert --pl)" = --plies ]
    [ "$(complete_words misere-convert --ruleset lo)" = losers ]
    [ "$(complete_words misere-convert --ruleset 6170-fall | wc -l)" -eq 3 ]
    [ "$(complete_words misere-textui ga)" = game.xml ]
    [ "$(complete_words misere-convert --to p)" = pgn ]
    [ "$(complete_words misere-train exp)" = export ]
    [ "$(complete_words misere-train '' | wc -l)" -eq 7 ]
    [ "$(complete_words misere-textui --colour b)" = black ]
    [ "$(complete_words misere-textui --play = los)" = losers ]
    [ "$(complete_words misere-textui --dialect f)" = fall-2003 ]
    [ "$(complete_words misere-textui --load g)" = game.xml ]
    [ -z "$(complete_words misere-textui --level '')" ]
    [ "$(complete_words misere-referee --format s)" = swiss ]
}

@test "the files for XBoard and for the desktop name installed programs" {
    local plugin=$DEST/usr/share/games/plugins/xboard/misere.eng
    [ "$(sed -n 1p "$plugin")" = 'plugin spec 0.0' ]
    command -v "$DEST/usr/bin/$(sed -n 2p "$plugin")"
    grep -q '^-variant losers$' "$DEST/usr/share/misere/xboard/losers.xop"
    local desktop=$DEST/usr/share/applications/misere.desktop
    [ -x "$DEST/usr/bin/$(sed -n 's/^Exec=\([^ ]*\).*/\1/p' "$desktop")" ]
    xmllint --noout "$DEST/usr/share/icons/hicolor/scalable/apps/$(sed -n 's/^Icon=//p' "$desktop").svg"
}

@test "make help lists the targets" {
    run make -C "$ROOT" --no-print-directory help
    for target in play check install uninstall board wasm dist; do
        grep -qE "^  $target +[a-z]" <<< "$output"
    done
    [ "$(wc -L <<< "$output")" -le 80 ]
}

@test "make play passes on the ruleset, the level and the colour" {
    run make -C "$ROOT" --no-print-directory -n play RULESET=losers LEVEL=3 COLOUR=black
    like 'misere-textui --play=losers --level 3 --colour black;'
    unlike 'Nothing to be done'
    run make -C "$ROOT" --no-print-directory -n play
    like 'misere-textui --play *;'
}

@test "make check-slow installs a JDK, for the AI player's tests; make check needs none" {
    run make -C "$ROOT" --no-print-directory -n check
    like 'install-packages .* bats '
    unlike 'jdk'
    run make -C "$ROOT" --no-print-directory -n check-slow
    like 'install-packages .* bats '
    like 'install-packages .*jdk'
}
