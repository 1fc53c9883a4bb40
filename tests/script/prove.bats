#!/usr/bin/env bats
# misere-prove, and check-proof, which checks its proofs without the engine.

bats_require_minimum_version 1.5.0
load helpers

setup() {
    BIN=$(realpath "${MISERE_BIN:-bin}")
    CHECK=$(realpath "${MISERE_TESTS:-build/tests}")/check-proof
    ROOT=$(realpath "$BATS_TEST_DIRNAME/../..")
    cd "$BATS_TEST_TMPDIR"
}

prove() {
    run timeout 300 "$BIN/misere-prove" "$@"
}

check() {
    run timeout 300 "$CHECK" "$@"
}

# refused FILE PATTERN: the checker refuses the file with a message like this.
refused() {
    check "$1"
    [ "$status" -eq 1 ] || { echo "$1 passes"; return 1; }
    like "^$1:[0-9]+: $2"
}

@test "mind control is won by White, and the proof passes the checker" {
    prove --ruleset 6170-fall-2003-mindcontrol --out proof.txt
    [ "$status" -eq 0 ]
    like '^White wins: [0-9]+ positions, [0-9]+ half-moves at most; [0-9]+ nodes searched$'
    check proof.txt
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 1 ]
    like '^proof.txt:1: White wins; [0-9]+ positions, [0-9]+ half-moves at most$'
}

@test "the opponent's win is proven as well, and turns and a FEN set up the position" {
    prove --ruleset antichess --out black.txt d2d3
    [ "$status" -eq 0 ]
    prove --ruleset antichess --out lost.txt d2d3 "$(awk 'NR == 6 { print $2 }' black.txt)"
    [ "$status" -eq 0 ]
    like '^Black wins: '
    check black.txt lost.txt
    [ "$status" -eq 0 ]
    [ "$(grep -c ': Black wins; ' <<< "$output")" -eq 2 ]
    cat black.txt lost.txt > both.txt
    check both.txt
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 2 ]
    prove --ruleset losers --fen '2q1k1n1/3p1p2/8/8/8/5P2/8/3K1Bb1 w - - 0 21' --out white.txt
    [ "$status" -eq 0 ]
    check white.txt
    [ "$status" -eq 0 ]
}

@test "a player whose every half-move loses at once has lost, and the proof goes to standard output" {
    # White must capture, after which Black has only the king.
    run --separate-stderr "$BIN/misere-prove" --ruleset losers --fen '4k3/8/8/8/8/8/3p4/4K2R w - - 0 1'
    [ "$status" -eq 0 ]
    [ "$stderr" = 'Black wins: 1 positions, 1 half-moves at most; 1 nodes searched' ]
    has '1 e1d2 #'
    echo "$output" > proof
    check proof
    [ "$status" -eq 0 ]
}

# bats test_tags=plain
@test "each half-move of a proof is needed, and each changed one is found" {
    "$BIN/misere-prove" --ruleset 6170-fall-2003-mindcontrol --out start 2> /dev/null
    "$BIN/misere-prove" --ruleset antichess --out replies d2d3 2> /dev/null
    # For every half-move a file in which it is another one, and one without it.
    for proof in start replies; do
        perl -e '
            my ($name) = @ARGV;
            open my $in, "<", $name or die;
            my @lines = <$in>;
            for my $i (5 .. $#lines) {
                my @words = split " ", $lines[$i];
                for (my $j = 1; $j < @words; $j += 2) {
                    my @changed = @words;
                    substr($changed[$j], 3, 1) =~ tr/12345678/23456781/;
                    my @dropped = @words;
                    splice @dropped, $j, 2;
                    for ([changed => @changed], [dropped => @dropped]) {
                        my ($kind, @new) = @$_;
                        open my $out, ">", sprintf "%s-%s-%03d-%03d", $name, $kind, $i, $j or die;
                        print $out @lines[0 .. $i - 1], "@new\n", @lines[$i + 1 .. $#lines];
                    }
                }
            }' "$proof"
    done
    files=(start-* replies-*)
    [ "${#files[@]}" -gt 300 ]
    check "${files[@]}"
    [ "$status" -eq 1 ]
    unlike ' wins; '
    [ "${#lines[@]}" -eq "${#files[@]}" ]
}

# bats test_tags=plain
@test "a proof with a wrong head, order or end is refused, with the place" {
    "$BIN/misere-prove" --ruleset antichess --out proof d2d3 2> /dev/null
    sed 's/^winner black/winner white/' proof > winner
    refused winner '(the winner must have one half-move|[a-h1-8]+ has no answer)'
    sed 's/^winner black/winner red/' proof > colour
    refused colour 'the winner must be white or black'
    sed 's/^misere-proof 1/misere-proof 2/' proof > version
    refused version 'the version must be 1'
    sed 's/^ruleset .*/ruleset chess/' proof > ruleset
    refused ruleset 'unknown ruleset: chess'
    sed 's/^fen .*/fen 8 b - - 0 1/' proof > fen
    refused fen 'bad board'
    sed 's/^fen rnbqkbnr/fen rnbqkbn1/' proof > other
    refused other
    sed 's/^\(fen .*\) 0 1$/\1 100 50/' proof > clock
    refused clock 'a draw by the fifty-move rule'
    head -n -1 proof > short
    refused short 'the file ends too early'
    (cat proof; echo '239 e2e4 #') > long
    refused long "this line must begin with 'misere-proof '"
    sed '$s/#/1/' proof > loop
    refused loop '[a-h1-8]+ must lead to a later position'
    sed '8s/^3/4/' proof > order
    refused order 'the number of this position must be 3'
    sed '6s/ [0-9]*$/ #/' proof > early
    refused early '[a-h1-8]+ does not win: playing white'
    check missing
    [ "$status" -eq 1 ]
    check
    [ "$status" -eq 2 ]
}

@test "a line that repeats a position is refused" {
    head=('misere-proof 1' 'ruleset 6170-spring-2007' 'fen k7/p7/P7/8/8/8/8/2R4K w - - 0 1' 'winner white')
    printf '%s\n' "${head[@]}" 'positions 1' '1 c1c8 #' > mate
    check mate
    [ "$status" -eq 0 ]
    printf '%s\n' "${head[@]}" 'positions 5' '1 h1g1 2' '2 a8b8 3' '3 g1h1 4' '4 b8a8 5' '5 c1c8 #' > again
    refused again 'positions 1 and 5 are the same'
    sed 's/b8a8 5/b8a8 1/' again > back
    refused back 'b8a8 must lead to a later position'
}

# bats test_tags=plain
@test "the openings are decided, and go on after an interruption and with more nodes" {
    prove --openings out --ruleset 6170-fall-2003-mindcontrol --nodes 1000
    [ "$status" -eq 0 ]
    like '^6170-fall-2003-mindcontrol: [0-9]+ of 400 pairs decided, [0-9]+ won by White, [0-9]+ by Black$'
    table=out/6170-fall-2003-mindcontrol.tsv
    [ "$(wc -l < $table)" -eq 401 ]
    decided=$(grep -cE '\s(white|black)\s' $table)
    [ "$decided" -gt 10 ]
    [ "$(ls out/6170-fall-2003-mindcontrol | wc -l)" -eq "$decided" ]
    check out/6170-fall-2003-mindcontrol/*.txt
    [ "$status" -eq 0 ]
    [ "$(grep -c '<rect' out/6170-fall-2003-mindcontrol.svg)" -eq 404 ]
    xmllint --noout out/6170-fall-2003-mindcontrol.svg
    # each length stands in its square, on the line of the row's label
    sed -n 's|.*<rect x="\([0-9]*\)" y="\([0-9]*\)" width="\([0-9]*\)".*<text x="\([0-9]*\)" y="\([0-9]*\)" text-a.*|\1 \2 \3 \4 \5|p' \
        out/6170-fall-2003-mindcontrol.svg >lengths
    [ "$(wc -l <lengths)" -eq "$decided" ]
    awk '$4 <= $1 || $4 >= $1 + $3 || $5 <= $2 || $5 >= $2 + $3 { exit 1 }' lengths
    sed -n 's|^<text x="[0-9]*" y="\([0-9]*\)" text-anchor="end".*|\1|p' out/6170-fall-2003-mindcontrol.svg >rows
    [ "$(wc -l <rows)" -eq 20 ]
    awk 'NR == FNR { is_row[$1] = 1; next } !is_row[$5] { exit 1 }' rows lengths

    cp $table first
    sed -i '100,200d' $table
    prove --openings out --ruleset 6170-fall-2003-mindcontrol --nodes 1000
    [ "$status" -eq 0 ]
    cmp first $table
    prove --openings out --ruleset 6170-fall-2003-mindcontrol --nodes 4000
    [ "$(grep -cE '\s(white|black)\s' $table)" -gt "$decided" ]

    sed -i '2s/\t/ /' $table
    prove --openings out --ruleset 6170-fall-2003-mindcontrol --nodes 1000
    [ "$status" -eq 1 ]
    [[ "$output" == "misere-prove: $table:2: 7 columns, separated by tabs, are needed" ]]
}

@test "- is standard output, as without --out" {
    "$BIN/misere-prove" --ruleset antichess d2d3 > expected 2> /dev/null
    "$BIN/misere-prove" --ruleset antichess --out - d2d3 > proof 2> /dev/null
    [ -s proof ]
    cmp expected proof
    [ ! -e - ]
    run bash -c 'ulimit -f 1; "$0" --ruleset antichess --out - d2d3 > full' "$BIN/misere-prove"
    [ "$status" -eq 1 ]
    [ "$(grep -c '^misere-prove: .*standard output' <<< "$output")" -eq 1 ]
    [[ "$output" == *'misere-prove: standard output: File too large' ]]
}

@test "errors are reported" {
    prove --ruleset losers --nodes 1000
    [ "$status" -eq 1 ]
    has 'misere-prove: no win found; a greater --nodes may help'
    prove e2e5
    [[ "$status" -eq 1 && "$output" == "misere-prove: "*"e2e5"* ]]
    prove --fen '8/8/8 w'
    [[ "$status" -eq 1 && "$output" == 'misere-prove: --fen: '* ]]
    prove --ruleset losers --fen '4k3/8/8/8/8/8/8/4K2R w - - 0 1'
    [[ "$status" -eq 1 && "$output" == 'misere-prove: the game is over' ]]
    prove --ruleset antichess --out missing/file d2d3
    [[ "$status" -eq 1 && "$output" == *'missing/file: No such file'* ]]
    # Without a win nothing would be written.
    prove --ruleset losers --nodes 1000 --out missing/file
    [[ "$status" -eq 1 && "$output" == 'misere-prove: missing/file: No such file or directory' ]]
    run bash -c '"$0" --ruleset losers --nodes 1000 > /dev/full' "$BIN/misere-prove"
    [[ "$status" -eq 1 && "$output" == 'misere-prove: standard output: No space left on device' ]]
    mkdir -p out/antichess.svg
    prove --openings out --ruleset antichess --nodes 1000
    [[ "$status" -eq 1 && "$output" == 'misere-prove: out/antichess.svg: not a regular file' ]]
    [ ! -e out/antichess.tsv ]
    prove --openings out e2e4
    [ "$status" -eq 2 ]
    prove --openings out --out file
    [ "$status" -eq 2 ]
    prove --openings out --fen x
    [[ "$status" -eq 2 && "$output" == 'misere-prove: --openings allows no TURN, --fen or --out; try --help' ]]
    prove --nodes 10
    [ "$status" -eq 2 ]
}

# bats test_tags=plain,slow
@test "the published proofs pass, and there is one for each decided pair" {
    [ -z "$MISERE_SANITIZED" ] || skip "sanitizers are slow, and the tests above run the checker"
    cd "$ROOT/docs/solved"
    [ -f 6170-fall-2003-mindcontrol-start.txt ]
    check ./*.txt
    [ "$status" -eq 0 ]
    for table in *.tsv; do
        name=${table%.tsv}
        decided=$(awk -F '\t' 'NR > 1 && $3 != "-"' "$table" | wc -l)
        [ "$(grep -c "^./$name.txt:[0-9]*: " <<< "$output")" -eq "$decided" ] || { echo "$name"; return 1; }
        [ "$(grep -c 'fill="#fff6df"/><text\|fill="#2f3b52"/><text' "$name.svg")" -eq "$decided" ]
    done
}
