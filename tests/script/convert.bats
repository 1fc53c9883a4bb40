#!/usr/bin/env bats
# misere-convert on files, folders and standard streams.

load helpers

CONVERT=$BIN/misere-convert

# Runs the converter; $output has its standard output and standard error.
convert() {
    run timeout 300 "$CONVERT" "$@"
    echo "$output"
}

# assert_files NAME...: the current folder has exactly these files, and no temporary ones.
assert_files() {
    run find . -name '.misere*'
    [ "$output" = '' ]
    run bash -c 'LC_ALL=C; ls -A | sort | tr "\n" " "'
    [ "$output" = "${*:+$* }" ] || { echo "there are: $output"; return 1; }
}

# Writes three games, the second of which has an illegal move.
make_pgn() {
    printf '%s\n' '[Event "one"]' '' '1. e4 e6 1-0' '' '[Event "two"]' '' '1. e4 Ke3 *' '' \
        '[Event "three"]' '[Variant "losers"]' '' '1. e3 b5 2. Bxb5 0-1' > games.pgn
}

@test "help, version and invalid command lines" {
    convert --help
    [ "$status" -eq 0 ]
    [[ $output == *Examples:* ]]
    convert --version
    [ "$status" -eq 0 ]
    [[ $output == misere-convert\ * ]]
    for words in '' 'x.pgn' '--nonsense a b' '--to gif a b' '--ruleset chess a b' \
        '--plies 5 a b' '--to bin a b' 'x.pgn book.bin' 'x.pgn noending' '--to xml x.pgn y.pgn' \
        'nowhere.pgn x.xml'; do
        convert $words
        [ "$status" -eq 2 ]
        [[ $output == *misere-convert:* ]]
    done
    assert_files
}

@test "one game, from each format to each" {
    printf 'e2e3 b7b5 f1b5\n' > game.txt
    for format in xml pgn fen; do
        convert --ruleset losers game.txt "game.$format"
        [ "$status" -eq 0 ]
    done
    convert game.xml again.pgn
    cmp game.pgn again.pgn
    convert again.pgn again.xml
    cmp game.xml again.xml
    grep -q '^rnbqkbnr/p1pppppp/8/1B6/8/4P3/PPPP1PPP/RNBQK1NR b KQkq - 0 2$' game.fen
    convert --ruleset losers game.fen position.xml
    grep -q 'id="b5" side="white" piece="bishop"' position.xml
    convert game.pgn game.1994
    [ "$status" -eq 1 ]
    [[ $output == *"game.pgn:1: a 1994 board can only hold a game of 6170-spring-1994"* ]]
    assert_files again.pgn again.xml game.fen game.pgn game.txt game.xml position.xml
}

@test "a 1994 board there and back" {
    cp "$DATA/textui/start.1994" board.1994
    convert board.1994 board.xml
    convert board.xml again.1994
    [ "$status" -eq 0 ]
    cmp board.1994 again.1994
}

@test "a bad game is reported, the others are converted" {
    make_pgn
    convert games.pgn out.pgn
    [ "$status" -eq 1 ]
    [[ $output == *"misere-convert: games.pgn:7: 'Ke3' is not legal"* ]]
    [[ $output == *"games: 3, files read: 1, files written: 1, errors: 1"* ]]
    [ "$(grep -c '^\[Event' out.pgn)" -eq 3 ]
    grep -q '^1. e4 \*$' out.pgn # what comes before the bad turn
    convert --to xml games.pgn folder
    [ "$status" -eq 1 ]
    [ "$(ls folder | tr '\n' ' ')" = 'games-000001.xml games-000002.xml games-000003.xml ' ]
    grep -q 'ruleset="losers"' folder/games-000003.xml
    convert --to pgn folder - 2>/dev/null
    [ "$status" -eq 0 ]
    assert_files folder games.pgn out.pgn
}

@test "several games to one XML file are refused, and nothing is written" {
    make_pgn
    echo old > out.xml
    convert games.pgn out.xml
    [ "$status" -eq 1 ]
    [[ $output == *"games.pgn:5: this format holds only one game per file"* ]]
    [ "$(cat out.xml)" = old ]
    assert_files games.pgn out.xml
}

@test "what the output format cannot hold is reported" {
    make_pgn
    convert --to xml games.pgn folder
    [[ $output == *"not stored in xml: results (2 games), tags (3 games)"* ]]
    convert games.pgn out.fen
    [[ $output == *"not stored in fen: moves (2 games)"* ]]
    local valid="$DATA/gamefiles/valid"
    while IFS='|' read -r file to lost; do
        convert --to "$to" "$valid/$file" -
        like "files written: 1${lost:+; not stored in $to: $lost}$"
    done << 'END'
time-expired.xml|pgn|
time-expired.xml|fen|moves \(1 game\), clocks \(1 game\), results \(1 game\)
2007-forced-pass.xml|pgn|clocks \(1 game\)
1994-stalemate.xml|1994|moves \(1 game\)
foreign.xml|pgn|additions by other programs \(1 game\)
foreign.xml|xml|
END
}

@test "results, tags and annotations that a format cannot hold" {
    while IFS='|' read -r lost line; do
        printf '%s\n\n*\n' "$line" > in.pgn
        convert --to fen in.pgn -
        like "files written: 1${lost:+; not stored in fen: $lost \(1 game\)}$"
    done << 'END'
names|[White "A"]
names|[Black "B"]
tags|[Event "E"]
tags|[Site "S"]
tags|[Date "2026.11.23"]
tags|[Round "1"]
tags|[TimeControl "60"]
|[Date "????.??.??"] [Round "-"]
END
    for note in '{fine}' '$1' '{[%eval 0.5]}' '{[%emt 0:00:02]}'; do
        printf '1. e4 %s *\n' "$note" > in.pgn
        convert --to fen in.pgn -
        like 'not stored in fen: moves \(1 game\), annotations \(1 game\)$'
    done
    printf '%s\n' '[FEN "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1"]' '[Variant "6170-spring-1994"]' '' > start
    { cat start; echo '1. a3 {[%clk 0:00:05]} 1-0'; } > in.pgn
    convert --to 1994 in.pgn -
    like 'not stored in 1994: moves \(1 game\), results \(1 game\)$'
    { cat start; printf '[TimeControl "60"]\n[Termination "time forfeit"]\n\n1. a3 1-0\n'; } > in.pgn
    convert --to 1994 in.pgn -
    like 'not stored in 1994: moves \(1 game\), tags'
}

@test "a file is written only if it has a game" {
    printf '%s\n' '6170-fall-2003-mindcontrol 7k/8/p4K2/8/8/8/8/6Q1 w - - 0 1 moves g1g7,gameover' > ends.txt
    echo old > out.fen
    convert ends.txt out.fen
    [ "$status" -eq 1 ]
    has 'misere-convert: ends.txt:1: the game ended in the middle of a turn, which a FEN cannot express'
    has 'misere-convert: games: 1, files read: 1, files written: 0, errors: 1'
    [ "$(cat out.fen)" = old ]
    convert --to fen ends.txt -
    has 'misere-convert: games: 1, files read: 1, files written: 0, errors: 1'
    { cat ends.txt; echo startpos; } > both.txt
    convert both.txt out.fen
    [ "$status" -eq 1 ]
    has 'misere-convert: games: 2, files read: 1, files written: 1, errors: 1'
    [ "$(wc -l < out.fen)" -eq 1 ]
}

@test "the output is a folder if it exists as one or ends in a slash" {
    make_pgn
    mkdir there
    for out in there there/ elsewhere/; do
        convert games.pgn "$out"
        [ "$status" -eq 2 ]
        like "'$out': --to is needed to choose a format"
        convert --to fen games.pgn "$out"
        like 'files written: 1, errors: 1'
        [ "$(wc -l < "${out%/}/games.fen")" -eq 2 ]
        rm "${out%/}/games.fen"
    done
    convert --to fen games.pgn games.pgn/out
    [ "$status" -eq 1 ]
    has 'misere-convert: games.pgn:1: games.pgn/out: Not a directory'
    cp games.pgn .games
    convert --to fen .games there
    assert_files .games elsewhere games.pgn there
    [ "$(ls -A there)" = .games.fen ]
}

# bats test_tags=plain
@test "an input is never overwritten" {
    make_pgn
    cp games.pgn copy.pgn
    ln -s games.pgn link.pgn
    ln games.pgn hard.pgn
    for out in games.pgn ./games.pgn link.pgn hard.pgn; do
        convert games.pgn "$out"
        [ "$status" -eq 2 ]
        [[ $output == *"one of the inputs"* ]]
    done
    convert --to pgn . .
    [ "$status" -eq 1 ]
    [[ $output == *"one of the inputs"* ]]
    cmp games.pgn copy.pgn
}

# bats test_tags=plain
@test "two inputs are never written to the same file" {
    mkdir a b
    make_pgn
    mv games.pgn a/x.pgn
    printf 'startpos\n' > b/x.txt
    printf '1. e4 *\n' > b/y.pgn
    convert --to fen a/x.pgn b/x.txt b/y.pgn out
    [ "$status" -eq 1 ]
    [[ $output == *"b/x.txt:1: out/x.fen: this file has already been written for another input"* ]]
    [ "$(grep -c . out/x.fen)" -eq 2 ]
    [ "$(grep -c . out/y.fen)" -eq 1 ]
}

# bats test_tags=plain
@test "nested folders with other files in them" {
    mkdir -p in/b/c in/.git
    make_pgn
    cp games.pgn in/b/c/z.pgn
    printf '1. e4 *\n' > in/b/single.pgn
    printf 'startpos\n' > in/a.list
    printf '# Read me\n\nAnd this is no game.\n' > in/README.md
    printf '1. e4 *\n' > in/.git/hidden.pgn
    head -c 5000 /dev/zero > in/zeros
    ln -s .. in/b/loop
    ln -s ../a.list in/b/link
    mkfifo in/fifo
    convert --to fen in out
    [[ $output == *"other files skipped: "[12]* ]]
    [ "$(cd out && find . -type f | LC_ALL=C sort | tr '\n' ' ')" = \
        './a.fen ./b/c/z.fen ./b/link.fen ./b/single.fen ' ]
    convert in/a.list in/b all.fen
    [ "$(grep -c . all.fen)" -eq 5 ]
}

# bats test_tags=plain
@test "on a terminal, hidden characters are escaped; elsewhere they are as they were" {
    printf '[White "A\xe2\x80\xaeB\xe2\x80\x8bC\xc3\xa9"]\n[Variant "losers"]\n\n1. e4 {\xc2\x9b \x1b[2J \xe2\x99\x94} e5 *\n' > x.pgn
    printf '1. e9 *\n' > $'\xe2\x80\xaex.pgn'
    "$CONVERT" --to pgn x.pgn - > plain 2> /dev/null
    script -qec "'$CONVERT' --to pgn x.pgn -" /dev/null < /dev/null | tr -d '\r' > screen
    grep -q $'A\xe2\x80\xaeB' plain
    grep -qF 'A\xe2\x80\xaeB\xe2\x80\x8bC'$'\xc3\xa9"' screen
    grep -q $'\xe2\x99\x94' screen
    not grep -q $'\x1b\\|\xe2\x80\|\xc2\x9b' screen
    [ "$(grep -c '' plain)" -eq "$(grep -v '^misere-convert' screen | grep -c '')" ]
    convert --to pgn $'\xe2\x80\xaex.pgn' -
    [[ $output == *'???x.pgn:1: '* ]]
}

@test "the folder of a tournament: of its files games.pgn has games" {
    "${CONVERT%/*}/misere-referee" --quiet --nodes 20 --games 2 --player random --player greedy --out results > table
    ls results
    [ "$(ls results | wc -l)" -eq 5 ]
    convert results all.pgn
    [ "$status" -eq 0 ]
    [ "$output" = 'misere-convert: games: 2, files read: 5, files written: 1, other files skipped: 4' ]
    convert results/scores.svg all.pgn
    [ "$status" -eq 1 ]
}

# bats test_tags=plain
@test "a folder with 1,000 files" {
    mkdir in
    for ((i = 1000; i < 2000; i++)); do
        printf '[Round "%d"]\n\n1. e4 e6 2. d4 1-0\n' "$i" > "in/$i.pgn"
    done
    convert --to xml in xml
    [ "$status" -eq 0 ]
    [[ $output == *"games: 1000, files read: 1000, files written: 1000"* ]]
    [ "$(ls xml | wc -l)" -eq 1000 ]
    convert in all.pgn
    [ "$(grep Round all.pgn | tr -dc '0-9\n' | sort -nc && grep -c Round all.pgn)" = 1000 ]
    convert xml back.pgn
    [ "$(grep -c '^1. e4 e6 2. d4 \*$' back.pgn)" -eq 1000 ]
}

@test "standard streams" {
    [ "$(printf '1. e4 *\n' | "$CONVERT" --to fen - - 2>/dev/null)" = \
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1' ]
    printf '1. e4 *\n' | "$CONVERT" --to xml - - 2>/dev/null | "$CONVERT" - out.pgn
    grep -q '^1. e4 \*$' out.pgn
    printf '1. e4 *\n' | "$CONVERT" --to xml - folder
    [ -f folder/stdin.xml ]
    printf '' | { run "$CONVERT" - none.pgn; [ "$status" -eq 1 ]; }
    assert_files folder out.pgn
}

@test "a failed output leaves no file" {
    make_pgn
    mkdir taken.pgn
    convert --to pgn games.pgn /dev/full
    [ "$status" -ne 0 ]
    run bash -c "'$CONVERT' --to fen games.pgn - > /dev/full"
    [ "$status" -eq 1 ]
    [[ $output == *misere-convert:* ]]
    convert games.pgn nowhere/x.pgn
    [ "$status" -eq 1 ]
    convert games.pgn nowhere/x.fen
    [ "$status" -eq 1 ]
    [ "$output" = 'misere-convert: nowhere/x.fen: No such file or directory' ] # without having read anything
    convert --to xml games.pgn taken.pgn/x.xml/x.xml
    [ "$status" -eq 1 ]
    like '^misere-convert: .*: No such file or directory$'
    for ((i = 0; i < 300; i++)); do printf '1. e4 *\n\n'; done > long.pgn
    run bash -c "'$CONVERT' --to fen long.pgn - > /dev/full"
    [ "$status" -eq 1 ]
    [ "$output" = 'misere-convert: standard output: No space left on device' ]
    run bash -c "ulimit -f 1; '$CONVERT' --to fen long.pgn - > full"
    [ "$status" -eq 1 ]
    like '^misere-convert: long.pgn:[0-9]+: standard output: File too large$'
    like 'files written: 0, errors: 1'
    rm long.pgn full
    run bash -c "ulimit -f 1; '$CONVERT' \$(yes games.pgn | head -n 100) big.pgn"
    [ "$status" -eq 1 ]
    rmdir taken.pgn
    assert_files games.pgn
}

# bats test_tags=plain
@test "permissions and links of an existing output are kept" {
    make_pgn
    echo old > target.pgn
    chmod 640 target.pgn
    ln -s target.pgn link.pgn
    convert games.pgn link.pgn
    [ -L link.pgn ]
    [ "$(stat -c %a target.pgn)" = 640 ]
    [ "$(grep -c Event target.pgn)" -eq 3 ]
    (umask 027 && "$CONVERT" games.pgn new.pgn) || true
    [ "$(stat -c %a new.pgn)" = 640 ]
}

# bats test_tags=plain
@test "a signal leaves no incomplete file" {
    awk 'BEGIN { while (i++ < 200000) print "1. e4 e6 2. d4 d5 3. exd5 exd5 *" }' > big.pgn
    "$CONVERT" big.pgn out.pgn 2> errors &
    local pid=$!
    for ((i = 0; i < 30000; i++)); do
        [ -z "$(find . -name '.misere*')" ] || break
        sleep 0.01
    done
    kill -TERM "$pid"
    wait "$pid" || status=$?
    [ "$status" -eq 143 ]
    assert_files big.pgn errors
}

@test "PGN has moves in standard algebraic notation, or with --coordinates as e2e4" {
    printf '1. e3 b5 2. Bxb5 c6 3. b5c6 *\n' > in.pgn
    convert --ruleset losers in.pgn san.pgn
    grep -q '^1. e3 b5 2. Bxb5 c6 3. Bxc6 \*$' san.pgn
    convert --coordinates san.pgn none.xml
    [ "$status" -eq 2 ]
    has 'misere-convert: --coordinates is for PGN; try --help'
    [ ! -e none.xml ]
    convert --coordinates san.pgn uci.pgn
    grep -q '^1. e2e3 b7b5 2. f1b5 c7c6 3. b5c6 \*$' uci.pgn
    convert uci.pgn again.pgn
    cmp san.pgn again.pgn
}

@test "what is learned, ignored or contradicted is said once a file" {
    printf '%s\n' '[Event "FICS rated losers game"]' '' '1. f3 e6 2. g4 Qh4# 1-0' '' \
        '[Event "FICS rated losers game"]' '' '1. e4 e6 *' > fics.pgn
    convert fics.pgn out.pgn
    [ "$status" -eq 0 ]
    has 'misere-convert: fics.pgn:1: ruleset losers, from the tag Event (2 games)'
    [ "$(grep -c 'Result "1-0"' out.pgn)" -eq 1 ]
    [ "$(grep -c 'Variant "losers"' out.pgn)" -eq 2 ]
    convert out.pgn again.pgn
    cmp out.pgn again.pgn
    [ "$output" = 'misere-convert: games: 2, files read: 1, files written: 1' ]
    printf '%s\n' '[Variant "Losers"]' '' '1. f3 foo e6 2. g4 ) Qh4# 0-1' > odd.pgn
    convert odd.pgn out.pgn
    [ "$status" -eq 0 ]
    has 'misere-convert: odd.pgn:1: the result is 0-1, but by the rules of losers it is 1-0'
    has 'misere-convert: odd.pgn:3: ignored: words that are no turns (2)'
    grep -q 'Qh4# 0-1$' out.pgn
    convert out.pgn out.xml
    like 'not stored in xml: results \(1 game\)$'
    printf '%s\n' '[Variant "Losers"]' '[Result "1-0"]' '' '1. e3 e6 0-1' > two.pgn
    convert two.pgn out.pgn
    [ "$status" -eq 0 ]
    has 'misere-convert: two.pgn:1: the result is 0-1, but in the tag Result it is 1-0'
    printf '8/8/8/3k4/8/8/8/R3K3 w - -\n' > position.epd
    convert position.epd out.pgn
    like '^misere-convert: position.epd:1: ruleset 6170-spring-2007, the likeliest that fits; so do '
    run bash -c "'$CONVERT' --to fen - - <odd.pgn"
    has 'misere-convert: standard input:1: the result is 0-1, but by the rules of losers it is 1-0'
    printf '1. e4 e5 2. Nf3 Nf6 3. O-O *\n' > none.pgn
    convert none.pgn out.pgn
    [ "$status" -eq 1 ]
    like "none.pgn:1: 'O-O' is not legal.*no ruleset fits; .* comes furthest"
}

@test "PGN keeps its tags, comments, glyphs and variations" {
    printf '%s\n' '[Event "E"]' '[Site "?"]' '[Date "????.??.??"]' '[Round "?"]' '[White "?"]' '[Black "?"]' \
        '[Result "*"]' '[Variant "losers"]' '[WhiteElo "1800"]' '[ECO "A00"]' '' \
        '{ all } 1. e4 $1 $14 { good } { [%csl Ge4] } ( 1. d4 d5 ( 1... Nf6 ) 2. c4 )' \
        '1... e6 *' '' > in.pgn
    convert in.pgn out.pgn
    [ "$output" = 'misere-convert: games: 1, files read: 1, files written: 1' ]
    cmp in.pgn out.pgn
    convert --to xml in.pgn -
    like 'not stored in xml: tags \(1 game\), annotations \(1 game\)$'
}

@test "UTF-16 of either byte order is read as UTF-8 is, whatever its length" {
    make_pgn
    for _ in {1..400}; do
        cat games.pgn
        echo
    done > long.pgn
    convert --to pgn long.pgn utf-8.pgn
    for order in LE BE; do
        { printf '\xef\xbb\xbf' && cat long.pgn; } | iconv -f UTF-8 -t "UTF-16$order" > wide.pgn
        [ "$(wc -c < wide.pgn)" -gt 65536 ]
        convert --to pgn wide.pgn "$order.pgn"
        cmp utf-8.pgn "$order.pgn"
    done
}

@test "the end of a game is kept as XML states it, and reported if the rules disagree" {
    cp "$ROOT/tests/data/exchange/stated-end.xml" in.xml
    convert --to pgn in.xml -
    has '1. e3 e6 0-1'
    has 'misere-convert: in.xml:1: gameOver says checkmate, but by the rules of losers the game goes on'
    local over
    for over in '<gameOver winner="black" description="checkmate" z:foo="1"/>' \
        '<gameOver description="stalemate"/>' '<gameOver description="piecesLost"/>'; do
        sed -e "s|<gameOver.*|$over|" -e 's|<game |<game xmlns:z="urn:z" |' "$ROOT/tests/data/exchange/stated-end.xml" > in.xml
        convert --to xml in.xml out.xml
        grep -qF "$over" out.xml
        [[ $output == *'the game goes on'* && $output != *'not stored'* ]]
    done
    sed 's|<gameOver.*|<gameOver description="timeExpired"/>|' "$ROOT/tests/data/exchange/stated-end.xml" > in.xml
    convert --to pgn in.xml -
    has '[Termination "time forfeit"]'
    has 'misere-convert: in.xml:1: gameOver names no winner; white, to move, has lost on time'
}

@test "a tag with two values, and a tag Result that is not a result, are reported" {
    printf '%s\n' '[Variant "losers"]' '[Result "1-0"]' '[Result "0-1"]' '' '1. e3 e5 *' > in.pgn
    convert --to pgn in.pgn -
    has 'misere-convert: in.pgn:1: the tag Result has several values; the first, '"'1-0'"', counts'
    printf '%s\n' '[Variant "losers"]' '[Result "White wins"]' '' '1. e3 e5 *' > in.pgn
    convert --to pgn in.pgn -
    has 'misere-convert: in.pgn:1: the tag Result is '"'White wins'"', which is no result'
}
