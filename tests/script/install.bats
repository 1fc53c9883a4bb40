#!/usr/bin/env bats
# bats file_tags=plain
# make install, make uninstall, make help and make play, and the files that are installed.

load helpers

setup_file() {
    export DEST=$BATS_FILE_TMPDIR/dest
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
    [ -x "$DEST/usr/bin/misere" ] # with PREFIX
}

@test "the installed programs run, with their books" {
    "$DEST/usr/bin/misere" bench 1 | grep -q 'Nodes searched'
    run "$DEST/usr/bin/misere" <<< $'setoption name UCI_Variant value losers\nsetoption name OwnBook value true\ngo movetime 10000'
    [[ $output != *error* ]]
    [[ $output == *bestmove* && $output != *'info depth'* ]]
    printf '1. e3 b5 2. Bxb5 *\n' > game.pgn
    "$DEST/usr/bin/misere-convert" --ruleset losers game.pgn game.xml
    "$DEST/usr/bin/misere-textui" <<< 'LoadGame game.xml' | grep -q 'Game loaded'
}

@test "make install-strip leaves out debugging information, and what it installs works" {
    local dest=$BATS_TEST_TMPDIR/dest file stripped=0
    make -C "$ROOT" install-strip DESTDIR="$dest" PREFIX=/usr > /dev/null
    diff <(cd "$DEST" && find . | sort) <(cd "$dest" && find . | sort)
    for file in "$dest"/usr/bin/* "$dest"/usr/lib/lib*.{so.0,a} "$dest"/usr/lib/glibc-hwcaps/*/lib*; do
        readelf -SW "$file" > "$BATS_TEST_TMPDIR/sections" 2> /dev/null || continue # a script, or not built
        not grep -q '\.debug_info' "$BATS_TEST_TMPDIR/sections"
        stripped=$((stripped + 1))
    done
    [ "$stripped" -ge 9 ]
    "$dest/usr/bin/misere" bench 1 | grep -q 'Nodes searched'
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

# complete_all: reads command lines, in which "|" divides the words. For each word that Tab would offer in place of the last
# one it prints the line, a tab and the word. Each program tells its --help once, as there are hundreds of lines.
complete_all() {
    PATH=$DEST/usr/bin:$PATH bash -c '
        compopt() { :; }
        declare -A help_of
        while IFS= read -r line; do
            IFS="|" read -ra COMP_WORDS <<< "$line|"
            program=${COMP_WORDS[0]}
            if [[ ! -v help_of[$program] ]]; then
                source "$1/$program"
                help_of[$program]=$("$program" --help)
                eval "$program() {
                    if [[ \$1 == --help ]]; then printf \"%s\\n\" \"\${help_of[$program]}\"; else command $program \"\$@\"; fi
                }"
            fi
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _misere "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" < /dev/null
            for word in "${COMPREPLY[@]}"; do
                printf "%s\t%s\n" "$line" "$word"
            done
        done' - "$DEST/usr/share/bash-completion/completions"
}

# offers WORD... => WORD...: for the first words, exactly the last ones are to be offered.
offers() {
    local arguments=() line IFS='|'
    while [ "$1" != '=>' ]; do arguments+=("$1"); shift; done
    shift
    line="${arguments[*]}"
    echo "$line" >> "$BATS_TEST_TMPDIR/lines"
    [ $# -eq 0 ] || printf "$line\t%s\n" "$@" >> "$BATS_TEST_TMPDIR/expected"
}

# check_offers: asserts all that `offers` has said.
check_offers() {
    complete_all < "$BATS_TEST_TMPDIR/lines" | LC_ALL=C sort > "$BATS_TEST_TMPDIR/offered"
    LC_ALL=C sort "$BATS_TEST_TMPDIR/expected" | diff - "$BATS_TEST_TMPDIR/offered"
}

@test "bash completes options, rulesets and files" {
    mkdir files
    cd files
    touch game.xml
    offers misere-convert --co '=>' --coordinates
    offers misere-convert --ruleset lo '=>' losers
    offers misere-convert --ruleset 6170-fall '=>' 6170-fall-2003 6170-fall-2003-mindcontrol 6170-fall-2007
    offers misere-annotate ga '=>' game.xml
    offers misere-convert --to p '=>' pgn
    offers misere-train exp '=>' export
    offers misere-train '' '=>' average calibrate export families fit import merge play wdl
    offers misere-textui --colour b '=>' black
    offers misere-textui --play = los '=>' losers
    offers misere-textui --dialect f '=>' fall-2003
    offers misere-textui --load g '=>' game.xml
    offers misere-textui --level '' '=>'
    offers misere-referee --format s '=>' swiss
    check_offers
}

# A folder with a file of each kind.
make_kinds() {
    KINDS=(a.bin a.fen a.html a.jsonl a.net a.pgn a.txt a.xml)
    mkdir "$BATS_TEST_TMPDIR/kinds"
    cd "$BATS_TEST_TMPDIR/kinds"
    mkdir folder
    touch "${KINDS[@]}"
}

# rulesets: the names of all.
rulesets() {
    "$DEST/usr/bin/misere" <<< uci | sed -n '/UCI_Variant/{s/.* default [^ ]*//;s/ var / /g;p}'
}

@test "bash completes subcommands' options, operands, and a player's keys" {
    make_kinds
    offers misere-train merge -- '=>' --help --memory --out --version
    offers misere-train average --out mean.net a '=>' a.net
    offers misere-train import x '=>'
    offers misere-train import a '=>' a.fen a.jsonl a.pgn a.txt a.xml
    offers misere-convert '' '=>' a.fen a.pgn a.txt a.xml folder
    offers misere-convert x.pgn '' '=>' a.fen a.pgn a.txt a.xml folder
    offers misere-puzzles a '=>' a.fen a.jsonl a.pgn a.txt a.xml
    offers misere-book --out a.bin '' '=>' a.fen a.jsonl a.pgn a.txt a.xml folder
    offers misere ben '=>' bench
    offers misere-referee --player m '=>' minimax2 misere movetime=
    offers misere-referee --player misere p '=>' pass= ponder= proto=
    offers misere-referee --player cmd = a '=>' a.bin a.fen a.html a.jsonl a.net a.pgn a.txt a.xml
    offers misere-referee --player cmd = x proto = te '=>' textui textui-2003
    offers misere-referee --each restart = '=>' auto off on
    offers misere-referee --player cmd = x dir = f '=>' folder
    offers misere-referee --player cmd = x nodes = '=>'
    offers misere-referee --player misere --rules '=>' --ruleset
    offers misere-referee --openings a.pgn '' '=>' order=random plies= start=
    offers misere-referee --openings a.pgn order = random p '=>' plies=
    offers misere-referee --sprt 0 '' '=>'
    offers misere-referee --sprt 0 10 '' '=>' model=normalized
    offers misere-referee --book a.bin '' '=>'
    offers misere-referee --resign s '=>' score=
    offers misere-referee-many --sh '=>' --shards
    offers misere-referee-many --out x -- --form '=>' --format
    offers misere-referee-many --out x -- --format k '=>' knockout
    offers misere-textui --play = '' '=>' $(rulesets)
    check_offers
}

# What is to be offered for the first value of an option: $1 is the option, $2 the placeholder in --help.
expected_values() {
    case $1:$2 in
    --ruleset:NAME | --play:RULESET) rulesets ;;
    --format:NAME) echo round-robin gauntlet swiss knockout ;;
    --dialect:NAME) echo spring-2007 fall-2003 ;;
    --to:FORMAT) echo xml 1994 fen pgn ;;
    --player:WORD...) echo arg= cmd= depth= dir= greedy minimax2 misere movetime= name= nodes= option. pass= ponder= proto= random restart= tc= timemargin= variant= ;;
    --each:KEY=VALUE...) echo arg= cmd= depth= dir= movetime= name= nodes= option. pass= ponder= proto= restart= tc= timemargin= variant= ;;
    --resign:*) echo movecount= score= twosided=true ;;
    --draw:*) echo movecount= movenumber= score= ;;
    *:FOLDER | *:FOLDER...) echo folder ;;
    *:BOOK | --book:FILE) echo a.bin folder ;;
    --board:FILE) echo a.html folder ;;
    --openings:FILE | --load:FILE) echo a.fen a.pgn a.txt a.xml folder ;;
    *:NETWORK) echo a.net folder ;;
    --out:TEXT) echo a.txt folder ;;
    *:FILE | *:PATH) echo "${KINDS[@]}" folder ;;
    *:N | *:MS | *:MB | *:X | *:P | *:CP | *:LIMIT | *:TURNS | *:I/N | *:MINUTES* | *:MOVES* | *:ELO0 | *:WHITE) ;;
    --chips:* | --fen:FEN | --title:TEXT | --event:TEXT | --site:TEXT | --hosts:*) ;;
    *:*[a-z0-9]\|*) echo "${2//|/ }" ;;
    *) echo "$1 $2: what should be offered?" ;;
    esac
}

@test "bash completes the values of each option of each program" {
    local program name part option placeholder
    make_kinds
    for program in "$DEST"/usr/bin/*; do
        name=$(basename "$program")
        while read -r part option placeholder; do
            [ "$part" != - ] || part=
            echo "$name${part:+|$part}|--" >> "$BATS_TEST_TMPDIR/parts"
            printf '%s\t%s\n' "$name${part:+|$part}|--" "$option" >> "$BATS_TEST_TMPDIR/options"
            # shellcheck disable=SC2046
            [ -z "$placeholder" ] || offers "$name" $part "$option" '' '=>' $(expected_values "$option" "$placeholder")
        done < <("$program" --help | perl -ne '
            $part = /^Options of ([a-z]+):/ ? $1 : "-" if /^[A-Z]/;
            print "$part $1 ", ($2 // "") =~ tr/[]//dr, "\n" if /^  (--[a-z-]+)(?:\[?=| )?(\S*)/ && !/^  --[a-z-]+  /;
            print "$part $1\n" if /^  (--[a-z-]+)(?:  |$)/')
    done
    [ "$(wc -l < "$BATS_TEST_TMPDIR/options")" -gt 100 ]
    check_offers
    # The options themselves, those of a subcommand among them.
    sort -u "$BATS_TEST_TMPDIR/parts" | complete_all | sort > "$BATS_TEST_TMPDIR/offered"
    run comm -13 "$BATS_TEST_TMPDIR/offered" <(sort -u "$BATS_TEST_TMPDIR/options")
    [ -z "$output" ] || { echo "$output"; return 1; }
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
    for target in play check install install-strip uninstall wheel deb board wasm dist; do
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
