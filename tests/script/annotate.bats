#!/usr/bin/env bats
# misere-annotate: the pages that it writes, and how it handles bad engines and files.

load helpers

ANNOTATE=$BIN/misere-annotate
SAMPLES=$DATA/gamefiles
PAGE=$BATS_TEST_TMPDIR/page.html

# annotate GAME [OPTION]...: writes the page with diagrams only, with a shallow search, and checks that it is
# well-formed.
annotate() {
    local game=$1
    shift
    timeout 300 "$ANNOTATE" --quiet --diagrams --depth 2 "$@" "$game" "$PAGE"
    xmllint --nonet --noout "$PAGE"
}

has() {
    grep -qF -- "$1" "$PAGE" || {
        echo "missing: $1"
        return 1
    }
}

lacks() {
    ! grep -F -- "$1" "$PAGE" || return 1
}

# count TEXT: how often the text occurs in the page.
count() {
    grep -oF -- "$1" "$PAGE" | wc -l
}

# pgn LINE...: writes the lines to a PGN file, and prints its path.
pgn() {
    printf '%s\n' "$@" >"$BATS_TEST_TMPDIR/game.pgn"
    echo "$BATS_TEST_TMPDIR/game.pgn"
}

# knights N: N times, two knights move out and back.
knights() {
    for ((i = 0; i < $1; i++)); do
        echo 'g1f3 g8f6 f3g1 f6g8'
    done
}

# engine NAME LINE...: makes a shell script of the lines, and prints its path.
engine() {
    local path="$BATS_TEST_TMPDIR/$1"
    shift
    printf '%s\n' '#!/bin/bash' "$@" >"$path"
    chmod +x "$path"
    echo "$path"
}

@test "help has examples; invalid command lines exit with status 2" {
    run "$ANNOTATE" --help
    [ "$status" -eq 0 ]
    [[ "$output" == *"misere-annotate --depth 8 game.xml out.html"* ]]
    for arguments in '' '--depth 0 x' '--nodes many x' '--movetime 86400001 x' '--oops x' \
        '--ruleset chess x' '--game 0 x' 'a b c'; do
        echo "$arguments"
        # shellcheck disable=SC2086
        run -2 "$ANNOTATE" $arguments
    done
    run -2 "$ANNOTATE" --depth 1001 x
    [ "$output" = "misere-annotate: --depth: '1001' is not a number from 1 to 1000; try --help" ]
    for arguments in '--title T' '--board b.html' --diagrams; do
        # shellcheck disable=SC2086
        run -2 "$ANNOTATE" $arguments game.pgn out.pgn
        [ "$output" = 'misere-annotate: --title, --board and --diagrams are for pages, not for PGN; try --help' ]
    done
    run -2 "$ANNOTATE" --board b.html --diagrams game.pgn
    [ "$output" = 'misere-annotate: --diagrams leaves out the board that --board names; try --help' ]
}

# bats test_tags=plain
@test "every sample's page has a diagram of the start and of each turn" {
    local samples=0 name turns page boards lost articles links
    while read -r name turns _; do
        [[ -n $name && $name != \#* ]] || continue
        "$ANNOTATE" --quiet --diagrams --depth 1 "$SAMPLES/valid/$name" "$BATS_TEST_TMPDIR/$turns-$name.html"
        samples=$((samples + 1))
    done <"$SAMPLES/valid.txt"
    [ "$samples" -gt 40 ]
    xmllint --nonet --noout "$BATS_TEST_TMPDIR"/*.html
    perl -0777 -ne '$page = $_; @counts = map { scalar(() = $page =~ /$_/g) } qr/<svg class="board"/, qr/loses the turn\. /,
        qr/<article /, qr/<a href="#turn-/; print "$ARGV @counts\n"' "$BATS_TEST_TMPDIR"/*.html >"$BATS_TEST_TMPDIR/counts"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/counts")" -eq "$samples" ]
    while read -r page boards lost articles links; do
        echo "$page"
        turns=${page##*/}
        # There is one more board if a forced pass is due at the end.
        [ "$boards" -eq "$((${turns%%-*} + 1))" ] || [ "$lost" -gt 0 ]
        [ "$articles" -eq "$boards" ]
        [ "$links" -eq "$boards" ]
    done <"$BATS_TEST_TMPDIR/counts"
}

# bats test_tags=plain
@test "a page is self-contained" {
    annotate "$SAMPLES/valid/2007-forced-pass.xml"
    lacks 'src='
    lacks 'url('
    lacks '@import'
    [ "$(count 'http')" -eq "$(count 'xmlns="http')" ] # namespaces only
    [ "$(grep -oE 'href="[^#]' "$PAGE" | wc -l)" -eq 0 ]
}

# The board stands in for the one of `make board`. The browser's decoding of srcdoc is xmllint's, too.
@test "the game is put into the board, which is put into the page" {
    local game
    game=$(pgn '[White "</script><!--"]' '[Result "*"]' '' '1. e2e4 b7b5 2. f1b5 g8f6 *')
    printf '<p>"a" &amp; b</p><!--game--><p>end</p>' >"$BATS_TEST_TMPDIR/board.html"
    timeout 300 "$ANNOTATE" --quiet --depth 4 --board "$BATS_TEST_TMPDIR/board.html" "$game" "$PAGE"
    [ "$(count '<svg class="board"')" -eq 5 ]
    xmllint --xpath 'string(//*[local-name()="iframe"]/@srcdoc)' "$PAGE" >"$BATS_TEST_TMPDIR/viewer"
    grep -qF '<p>"a" &amp; b</p><script type="application/json" id="annotated-game">{' "$BATS_TEST_TMPDIR/viewer"
    grep -qF '</script><p>end</p>' "$BATS_TEST_TMPDIR/viewer"
    [ "$(grep -oF '</script' "$BATS_TEST_TMPDIR/viewer" | wc -l)" -eq 1 ]
    [ "$(grep -cF '<!--' "$BATS_TEST_TMPDIR/viewer")" -eq 0 ]
    sed -e 's/.*id="annotated-game">//' -e 's/<.script>.*//' "$BATS_TEST_TMPDIR/viewer" >"$BATS_TEST_TMPDIR/json"
    [ "$(jq -r .engine "$BATS_TEST_TMPDIR/json")" = "$(sed -n "s/^id name //p" <("$BIN/misere" uci))" ]
    [ "$(jq '.positions | length' "$BATS_TEST_TMPDIR/json")" -eq 5 ]
    [ "$(jq '[.positions[] | select((.cp // .mate) != null and (.pv | length) > 0)] | length' \
        "$BATS_TEST_TMPDIR/json")" -eq 5 ]
    jq -r .pgn "$BATS_TEST_TMPDIR/json" >"$BATS_TEST_TMPDIR/again.pgn"
    grep -qxF '[White "</script><!--"]' "$BATS_TEST_TMPDIR/again.pgn"
    diff <("$BIN/misere-convert" --to pgn "$game" -) <("$BIN/misere-convert" --to pgn "$BATS_TEST_TMPDIR/again.pgn" -)
}

# bats test_tags=plain
@test "a game that begins in the middle of a turn gets a page without the board" {
    printf "<p>board</p><!--game-->" >"$BATS_TEST_TMPDIR/board.html"
    timeout 300 "$ANNOTATE" --quiet --depth 1 --board "$BATS_TEST_TMPDIR/board.html" \
        "$SAMPLES/valid/mindcontrol-setup-over.xml" "$PAGE"
    [ "$(count "<svg class=\"board\"")" -ge 1 ]
    lacks "<iframe"
}

@test "a file that is not a board is refused" {
    local game
    game=$(pgn '1. e2e4 *')
    echo '<p>no place for a game</p>' >"$BATS_TEST_TMPDIR/board.html"
    run --separate-stderr timeout 300 "$ANNOTATE" --quiet --depth 1 --board "$BATS_TEST_TMPDIR/board.html" "$game" "$PAGE"
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"board.html: not a board made by "* ]]
    run --separate-stderr timeout 300 "$ANNOTATE" --quiet --depth 1 --board "$BATS_TEST_TMPDIR/none.html" "$game" "$PAGE"
    [ "$status" -eq 1 ]
    [[ "$stderr" == *none.html* ]]
    [ ! -e "$PAGE" ]
}

# bats test_tags=plain
@test "the anti-king is drawn as a king upside down" {
    annotate "$SAMPLES/valid/antiking-setup.xml"
    has '<g id="a"><use href="#k" transform="rotate(180 20 20)"/></g>'
    has '<use href="#a" x="120" y="80"/>'  # White's on d6
    has '<use href="#a" x="120" y="200"/>' # Black's on d3
    has 'aria-label="Board: rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w KQkq - 0 1"'
}

# bats test_tags=plain
@test "notes say what turns do" {
    annotate "$SAMPLES/valid/2007-forced-pass.xml"
    has ' is stalemated and loses the turn. '
    has ' (pass)'
    has 'White wins: White has only its king left.'
    annotate "$SAMPLES/valid/2003-chips.xml"
    has ' spends a chip to pass; '
    annotate "$SAMPLES/valid/antiking-pieces-lost.xml"
    has 'The white anti-king takes its own pawn. '
    has 'is in check. '
    has 'is in anticheck: '
    has 'class="check"'
    has 'class="anticheck"'
    annotate "$SAMPLES/valid/2006-en-passant.xml"
    has ' takes a pawn en passant. '
    annotate "$SAMPLES/valid/fall-2007-castling.xml"
    has ' castles. '
    annotate "$SAMPLES/valid/losers-promotion.xml"
    has 'The pawn becomes a '
}

# bats test_tags=plain
@test "both half-moves of a mind-control turn are marked, each in its colour" {
    annotate "$(pgn '[Variant "6170-fall-2003-mindcontrol"]' '' '1. e2e4,e7e5 *')"
    has '1. White e4,e5'
    has '<use href="#square" class="mw" x="160" y="240"/>'
    has '<use href="#square" class="mw" x="160" y="160"/>'
    has '<use href="#square" class="mb" x="160" y="40"/>'
    has '<use href="#square" class="mb" x="160" y="120"/>'
    has 'Not finished: Black is to play.'
}

# bats test_tags=plain
@test "the result is given in words" {
    annotate "$SAMPLES/valid/time-expired.xml"
    has ' has run out of time.'
    annotate "$SAMPLES/valid/threefold.xml"
    has 'Drawn: threefold repetition.'
    annotate "$(pgn '[Variant "Antichess"]' '[FEN "8/8/8/8/8/8/1p6/K7 w - - 0 1"]' '' '1. Kxb2 0-1')"
    has 'The side that is without pieces wins. A stalemated player wins. The king is a piece like any other.'
    has 'Black wins: Black has no pieces left.'
    annotate "$(pgn '[Variant "suicide"]' '[FEN "8/8/8/7p/p7/P6P/P7/8 b - - 0 1"]' '' '1... h4 0-1')"
    has 'Stalemate is won by the side with fewer pieces.'
    has 'Black wins: White is stalemated, and Black has fewer pieces.'
    annotate "$SAMPLES/valid/1994-stalemate.xml"
    has 'Drawn: White is stalemated.'
    annotate "$SAMPLES/valid/mindcontrol-gameover.xml"
    has 'Black wins: Black is checkmated.'
    has 'Black has won'
    annotate "$SAMPLES/valid/black-to-move.1994"
    has 'Set-up position'
    has 'Not finished: Black is to play.'
    annotate "$(pgn '[Termination "rules infraction"]' '' '1. e2e4 e7e5 {illegal move: <x>} 1-0')"
    has 'White wins, Black forfeits the game: illegal move: &lt;x&gt;.'
    annotate "$(pgn '1. e2e4 1/2-1/2')"
    has 'Drawn according to the file. On the board Black is to play.'
    annotate "$(pgn 'startpos moves e2e4')"
    has 'Not finished: Black is to play.'
}

@test "text from files and arguments is escaped" {
    cat >"$BATS_TEST_TMPDIR/hostile.xml" <<'END'
<game ruleset="6170-spring-2007"><time/><moveHistory/>
<pieces><square id="e1" side="white" piece="king"/><square id="a2" side="white" piece="pawn"/>
<square id="e8" side="black" piece="king"/><square id="a7" side="black" piece="pawn"/></pieces>
<extension><players xmlns="urn:misere:game" white="&lt;script>alert('&amp;')&lt;/script>"
black="]]&gt; &quot;onload=&quot; &#x202e;"/></extension></game>
END
    annotate "$BATS_TEST_TMPDIR/hostile.xml"
    has '&lt;script&gt;alert('
    has ']]&gt; &quot;onload='
    [ "$(count '<script')" -eq 1 ]
    annotate "$BATS_TEST_TMPDIR/hostile.xml" --title $'</title>\x01\xff<b>&'
    has '<title>&lt;/title&gt;??&lt;b&gt;&amp;</title>'
    annotate "$(pgn '[Event "</p><script>"]' '[White "<i>"]' '[Date "2026.11.21"]' '[Site "?"]' \
        '[Termination "<b>"]' '' '1. e2e4 1-0')"
    has '<h1>&lt;i&gt;'
    has '<p class="occasion">&lt;/p&gt;&lt;script&gt;, 2026.11.21</p>'
    has 'White wins according to the file: &lt;b&gt;.'
}

# bats test_tags=plain
@test "a fixed depth or number of nodes gives the same page each time, within ten minutes a search" {
    "$ANNOTATE" --help | tr -s ' \n' ' ' |
        grep -q 'gives the same page each time, unless a search takes ten minutes and is stopped'

    for limit in '--depth 4' '--nodes 3000'; do
        for i in 1 2; do
            # shellcheck disable=SC2086
            "$ANNOTATE" --quiet $limit "$SAMPLES/valid/antiking-pieces-lost.xml" "$PAGE.$i"
        done
        cmp "$PAGE.1" "$PAGE.2"
    done
}

# bats test_tags=plain
@test "weak turns are marked" {
    annotate "$(pgn '1. e2e4 d7d5 2. e4d5 *')"
    has '2. White exd5 <span class="mark m2">□ only turn</span>'
    annotate "$(pgn '1. f2f3 e7e5 2. g2g4 d8h4 0-1')" --depth 4
    has '2. White g4 <span class="mark m6">?? blunder</span>'
    has '<b>Best:</b>'
    has '<span class="cost">costs '
}

# bats test_tags=plain
@test "opening turns that the players did not choose are not judged" {
    annotate "$(pgn '1. f2f3 {book} e7e5 {book} 2. g2g4 {book} d8h4 0-1')" --depth 4
    has '2. White g4 <span class="mark m1">opening</span>'
    lacks '?? blunder</span>'
    lacks '<b>Best:</b>'
    lacks '<span class="cost">costs '
    grep -q '<td>0</td><td>0</td><td>0</td><td>0</td><td>0</td><td>0.000</td>' "$PAGE"
}

@test "PGN with scores, glyphs and the engine's lines" {
    local out="$BATS_TEST_TMPDIR/annotated.PGN"
    "$ANNOTATE" --quiet --depth 4 \
        "$(pgn '1. f2f3 e7e5 {mine} {[%eval 5.0] [%clk 0:01:00]} 2. g2g4 d8h4 0-1')" "$out"
    tr '\n' ' ' <"$out" >"$BATS_TEST_TMPDIR/line"
    grep -qF '1. f3 ' "$BATS_TEST_TMPDIR/line"
    grep -qE '2\. g4 \$4 \{ +\[%eval #-[0-9]+\] \} \( 2\. [^)]* \)' "$BATS_TEST_TMPDIR/line"
    grep -qE 'e5 \{ +\[%eval -?[0-4]\.[0-9]{2}\] +\[%clk 0:01:00\] \} \{ mine \}' "$BATS_TEST_TMPDIR/line"
    grep -qE '\( 2\. [^ )]+ [^ )]+.* \)' "$BATS_TEST_TMPDIR/line" # more than the best move
    # the moves are the same
    [ "$("$BIN/misere-convert" --to fen "$out" - 2>/dev/null)" \
        = "$("$BIN/misere-convert" --to fen "$BATS_TEST_TMPDIR/game.pgn" - 2>/dev/null)" ]
    run -1 "$ANNOTATE" --quiet --depth 2 "$BATS_TEST_TMPDIR/game.pgn" "$BATS_TEST_TMPDIR/game.pgn"
    [[ "$output" == *"the output would overwrite the game" ]]
    run "$ANNOTATE" --depth 1 "$SAMPLES/valid/foreign.xml" "$out"
    [[ "$output" == *"written: $out; the file does not keep "*"additions by other programs" ]]
}

# bats test_tags=plain
@test "a long game gives a small page; one that is too long is refused" {
    # shellcheck disable=SC2046
    annotate "$(pgn "1. $(echo $(knights 75)) *")" --depth 1
    [ "$(count '<svg class="board"')" -eq 301 ]
    [ "$(stat -c %s "$PAGE")" -lt $((1024 * 1024)) ]
    run -1 "$ANNOTATE" --ruleset 6170-spring-2007 \
        "$(pgn '[Event "x"]' '' "$(knights 2501)" '*')" "$PAGE"
    [ "$output" = "misere-annotate: the game has 10004 turns; at most 10000 can be annotated" ]
}

@test "the page is written next to the game or to standard output, and never over the game" {
    cp "$SAMPLES/valid/two-moves.xml" "$BATS_TEST_TMPDIR/a.game.xml"
    "$ANNOTATE" --quiet --depth 2 "$BATS_TEST_TMPDIR/a.game.xml"
    "$ANNOTATE" --quiet --depth 2 "$BATS_TEST_TMPDIR/a.game.xml" - |
        cmp - "$BATS_TEST_TMPDIR/a.game.html"
    "$ANNOTATE" --quiet --depth 2 - <"$BATS_TEST_TMPDIR/a.game.xml" |
        cmp - "$BATS_TEST_TMPDIR/a.game.html"
    run -1 bash -c '"$0" --quiet --depth 2 "$1" - >/dev/full' "$ANNOTATE" \
        "$BATS_TEST_TMPDIR/a.game.xml"
    run -1 "$ANNOTATE" --quiet --depth 2 "$BATS_TEST_TMPDIR/a.game.xml" /nowhere/page.html
    cp "$BATS_TEST_TMPDIR/a.game.xml" "$BATS_TEST_TMPDIR/b.html"
    run -1 "$ANNOTATE" --quiet --depth 2 "$BATS_TEST_TMPDIR/b.html"
    [[ "$output" == *"the output would overwrite the game" ]]
    cmp "$BATS_TEST_TMPDIR/a.game.xml" "$BATS_TEST_TMPDIR/b.html"
}

@test "an output that cannot be written is reported before the analysis" {
    local game="$SAMPLES/valid/two-moves.xml"
    run -1 timeout 300 bash -c '"$0" --quiet --movetime 1000000 "$1" - >/dev/full' "$ANNOTATE" "$game"
    [ "${lines[0]}" = 'misere-annotate: standard output: No space left on device' ]
    run -1 timeout 300 "$ANNOTATE" --quiet --movetime 1000000 "$game" /nowhere/page.html
    [[ "$output" == 'misere-annotate: /nowhere/page.html: No such file or directory' ]]
    mkdir "$BATS_TEST_TMPDIR/full"
    run -1 timeout 300 "$ANNOTATE" --quiet --movetime 1000000 "$game" "$BATS_TEST_TMPDIR/full"
    [[ "$output" == *'full: not a regular file' ]]
}

@test "a turn that does not fit: those before it are annotated, and the status is 1" {
    run -1 "$ANNOTATE" --depth 2 "$(pgn '[Variant "losers"]' '' '1. e3 e6 2. Nc5 Nc6 *')" "$PAGE"
    [[ "$output" == *"game.pgn:3: 'Nc5' is not legal: no white knight can go to c5; only the turns before it are annotated" ]]
    grep -q '1. Black e6' "$PAGE"
    [ "$(count 'White Nc5')" -eq 0 ]
}

@test "a file that is not a game leaves an older page as it was" {
    echo older >"$PAGE"
    run -1 "$ANNOTATE" "$SAMPLES/invalid/truncated.xml" "$PAGE"
    [[ "$output" == *truncated.xml:* ]]
    run -1 "$ANNOTATE" /nowhere "$PAGE"
    run -1 "$ANNOTATE" --game 2 "$SAMPLES/valid/two-moves.xml" "$PAGE"
    [[ "$output" == *"two-moves.xml: the file has no game 2" ]]
    [ "$(cat "$PAGE")" = older ]
}

@test "each game of a PGN file can be chosen" {
    local file
    file=$(pgn '[White "First"]' '' '1. e2e4 *' '' '[White "Second"]' '' '1. e2e5 *' '' \
        '[White "Third"]' '' '1. d2d3 *')
    annotate "$file"
    has '<h1>First'
    annotate "$file" --game 3 --ruleset losers
    has '<h1>Third'
    has '<b>losers</b>'
    run -1 "$ANNOTATE" --game 2 "$file" "$PAGE"
    [[ "$output" == *e2e5* ]]
}

# bats test_tags=plain
@test "progress and the name of the page are reported, unless --quiet is given" {
    run --separate-stderr "$ANNOTATE" --depth 1 "$SAMPLES/valid/two-moves.xml" "$PAGE"
    [ "${stderr_lines[0]}" = "position 1 of 3" ]
    [[ "${stderr_lines[2]}" =~ ^"position 3 of 3, "([0-9]+)" s left"$ ]]
    [ "${BASH_REMATCH[1]}" -lt 60 ]
    [ "${stderr_lines[3]}" = "written: $PAGE" ]
    run --separate-stderr "$ANNOTATE" --quiet --depth 1 "$SAMPLES/valid/two-moves.xml" "$PAGE"
    [ -z "$output$stderr" ]
    run --separate-stderr "$ANNOTATE" --depth 1 "$SAMPLES/valid/two-moves.xml" -
    [ "${#stderr_lines[@]}" -eq 3 ]
}

@test "an engine that cannot be started leaves an older page as it was" {
    echo older >"$PAGE"
    run -1 "$ANNOTATE" --engine /nowhere "$SAMPLES/valid/two-moves.xml" "$PAGE"
    run -1 "$ANNOTATE" --engine "$(engine dead "exec $MOCK die-at-start")" \
        "$SAMPLES/valid/two-moves.xml" "$PAGE"
    [ "$(cat "$PAGE")" = older ]
}

# bats test_tags=plain
@test "an engine that dies at every position: a page without scores, and status 1" {
    for word in exit-go nonsense-go empty-go last-go; do
        echo "$word"
        run -1 "$ANNOTATE" --quiet --depth 1 --engine "$(engine "$word" "exec $MOCK $word")" \
            "$SAMPLES/valid/2007-forced-pass.xml" "$PAGE"
        [[ "$output" == *" positions could not be analysed: "* ]]
        xmllint --nonet --noout "$PAGE"
        [ "$(count '<svg class="board"')" -eq 125 ]
        has '<p class="failure">'
        has 'The engine gave no score for this position.'
        has 'the engine may not know these rules'
    done
}

# bats test_tags=plain
@test "an engine that dies once is restarted" {
    local once
    once=$(engine once "if mkdir '$BATS_TEST_TMPDIR/died' 2>/dev/null; then" \
        "exec '$MOCK' exit-go; else exec '$BIN/misere'; fi")
    annotate "$SAMPLES/valid/two-moves.xml" --engine "$once"
    [ -d "$BATS_TEST_TMPDIR/died" ]
    lacks '<p class="failure">'
}

# uci LINE...: makes an engine that writes the lines when it is to search, and keeps its input in the file `input`.
uci() {
    engine uci "while read -r line; do echo \"\$line\" >>'$BATS_TEST_TMPDIR/input'; case \$line in" \
        'uci) echo "id name Script"; echo "option name Hash type spin default 1 min 1 max 64"; echo uciok ;;' \
        'isready) echo readyok ;; quit) exit ;;' "go*) printf '%s\\n' $(printf "'%s' " "$@") ;; esac; done"
}

@test "the engine gets the options, and its best move counts even if its line begins otherwise" {
    echo '<!--game-->' >"$BATS_TEST_TMPDIR/board.html"
    run -0 "$ANNOTATE" --quiet --board "$BATS_TEST_TMPDIR/board.html" --depth 7 --hash 8 --engine \
        "$(uci 'info depth 7 score cp 400 pv d2d4 d7d5' 'bestmove e2e4')" "$(pgn '[Event "x"]' '' '*')" "$PAGE"
    grep -qx 'setoption name Hash value 8' "$BATS_TEST_TMPDIR/input"
    grep -qx 'go depth 7' "$BATS_TEST_TMPDIR/input"
    run -1 "$ANNOTATE" --quiet --depth 7 --hash 65 --engine "$(uci 'bestmove e2e4')" \
        "$SAMPLES/valid/two-moves.xml" "$PAGE"
    [[ $output == *"Script: option Hash: '65' is not a number from 1 to 64"* ]]
    has '{&quot;cp&quot;:400,&quot;pv&quot;:[&quot;e2e4&quot;]}'
    run -0 "$ANNOTATE" --quiet --depth 1 --engine "$(uci 'info depth 1 score mate 2 pv e7e5' 'bestmove e7e5')" \
        "$(pgn '[FEN "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1"]' '' '*')" "$PAGE"
    has 'Black wins in 2'
}

# bats test_tags=plain
@test "an engine that gives no score: a page without scores, and status 1" {
    run -1 "$ANNOTATE" --quiet --diagrams --depth 1 --engine "$(uci 'bestmove e2e4')" \
        "$(pgn '[Event "x"]' '' '*')" "$PAGE"
    [ "$output" = 'misere-annotate: 1 of 1 positions could not be analysed: Script gave no score' ]
    has 'The engine gave no score for this position.'
}

# bats test_tags=plain
@test "the board next to the program is used, or that of an installation" {
    mkdir -p "$BATS_TEST_TMPDIR"/{here/bin,there/bin,there/share/misere}
    cp "$BIN"/misere "$ANNOTATE" "$BATS_TEST_TMPDIR/here/bin"
    cp "$BIN"/misere "$ANNOTATE" "$BATS_TEST_TMPDIR/there/bin"
    echo '<!--game-->' | tee "$BATS_TEST_TMPDIR/here/bin/misere-board.html" \
        >"$BATS_TEST_TMPDIR/there/share/misere/misere-board.html"
    for folder in here there; do
        "$BATS_TEST_TMPDIR/$folder/bin/misere-annotate" --quiet --depth 1 "$SAMPLES/valid/two-moves.xml" "$PAGE"
        [ "$(count '<iframe')" -eq 1 ]
        "$BATS_TEST_TMPDIR/$folder/bin/misere-annotate" --quiet --diagrams --depth 1 "$SAMPLES/valid/two-moves.xml" "$PAGE"
        [ "$(count '<iframe')" -eq 0 ]
    done
}

# bats test_tags=plain
@test "a file without an extension gets a page; one with the claim that Black won says so" {
    cp "$(pgn '[Round "3"]' '' '1. e2e4 0-1')" "$BATS_TEST_TMPDIR/game"
    "$ANNOTATE" --quiet --depth 1 "$BATS_TEST_TMPDIR/game"
    PAGE="$BATS_TEST_TMPDIR/game.html"
    has 'Black wins according to the file.'
    has '<p class="occasion">round 3</p>'
}

# bats test_tags=plain
@test "a hanging engine is told to stop, and killed if it does not" {
    run -0 timeout 300 "$ANNOTATE" --quiet --movetime 10 \
        --engine "$(engine late "read; echo uciok; read; echo readyok" \
            'while read -r line; do case $line in isready) echo readyok ;;' \
            'stop) echo info score cp 5 pv e2e4; echo bestmove e2e4 ;; quit) exit ;; esac; done')" \
        "$SAMPLES/valid/new-game.xml" "$PAGE"
    has '+0.05'
    run -1 timeout 300 "$ANNOTATE" --quiet --movetime 10 \
        --engine "$(engine hung "exec $MOCK hang-go")" "$SAMPLES/valid/new-game.xml" "$PAGE"
    has '1 of 1 positions could not be analysed'
}
