#!/usr/bin/env bats
# misere-prove, and check-proof, which checks its proofs without the engine.

load helpers

CHECK=$TEST_BIN/check-proof

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
    like '^proof.txt:1: 6170-fall-2003-mindcontrol rnbq.* w - - 0 1: White wins; [0-9]+ positions, [0-9]+ half-moves at most$'
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
    [[ "${stderr##*$'\n'}" == 'Black wins: 1 positions, 1 half-moves at most; '*' nodes searched' ]]
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
    sed 's/^misere-proof 1/misere-proof 3/' proof > version
    refused version 'the version must be 1 or 2'
    sed 's/^misere-proof 1/misere-proof 2/' proof > compact
    refused compact 'position 1: the file ends here, or is damaged'
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
    (cat proof; echo '211 e2e4 #') > long
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
    like '^6170-fall-2003-mindcontrol: 401 openings, [0-9]+ won by White, [0-9]+ by Black, [0-9]+ open$'
    table=out/6170-fall-2003-mindcontrol.tsv
    [ "$(wc -l < $table)" -eq 402 ]
    decided=$(grep -cE '\s(white|black)\s' $table)
    [ "$decided" -gt 200 ] # some dozen without the engine's advice
    [ "$(ls out/6170-fall-2003-mindcontrol | wc -l)" -eq "$decided" ]
    check out/6170-fall-2003-mindcontrol/*.mpf
    [ "$status" -eq 0 ]
    [ "$(grep -c '<rect' out/6170-fall-2003-mindcontrol.svg)" -eq 405 ]
    xmllint --noout out/6170-fall-2003-mindcontrol.svg
    # each length stands in its square, on the line of the row's label
    sed -n 's|.*<rect x="\([0-9]*\)" y="\([0-9]*\)" width="\([0-9]*\)".*<text x="\([0-9]*\)" y="\([0-9]*\)" text-a.*|\1 \2 \3 \4 \5|p' \
        out/6170-fall-2003-mindcontrol.svg >lengths
    [ "$(wc -l <lengths)" -eq "$decided" ]
    awk '$4 <= $1 || $4 >= $1 + $3 || $5 <= $2 || $5 >= $2 + $3 { exit 1 }' lengths
    sed -n 's|^<text x="[0-9]*" y="\([0-9]*\)" text-anchor="end".*|\1|p' out/6170-fall-2003-mindcontrol.svg >rows
    [ "$(wc -l <rows)" -eq 21 ]
    awk 'NR == FNR { is_row[$1] = 1; next } !is_row[$5] { exit 1 }' rows lengths

    # after an interruption: some openings have not been tried, and of one only the proof has been written
    decided_row=$(awk -F '\t' '$3 == "black" { line = NR } END { print line }' $table)
    open_row=$(awk -F '\t' '$3 == "-" { line = NR } END { print line }' $table)
    cp $table first
    sed -i "${decided_row}d;${open_row}d" $table
    prove --openings out --ruleset 6170-fall-2003-mindcontrol --nodes 1000
    [ "$status" -eq 0 ]
    [ "$(wc -l < $table)" -eq 402 ]
    run ! grep -Fxvf <(cut -f 1-5 $table) <(grep -v $'\t-\t0' first | cut -f 1-5) # what was decided still is
    prove --openings out --ruleset 6170-fall-2003-mindcontrol --nodes 4000
    [ "$(grep -cE '\s(white|black)\s' $table)" -gt "$decided" ]

    sed -i '2s/\t/ /' $table
    prove --openings out --ruleset 6170-fall-2003-mindcontrol --nodes 1000
    [ "$status" -eq 1 ]
    [[ "$output" == "misere-prove: $table:2: 8 columns, separated by tabs, are needed" ]]
}

# bats test_tags=plain
@test "what follows for a first half-move and the initial position is decided, too, also from other proofs" {
    result() {
        awk -F '\t' -v first="$1" -v reply="$2" '$1 == first && $2 == reply { print $3 }' out/antichess.tsv
    }
    mkdir -p out/antichess
    "$BIN/misere-prove" --ruleset antichess --format compact --out out/antichess/d2d4-e7e5.mpf d2d4 e7e5 2> /dev/null
    prove --openings out --ruleset antichess --nodes 1000
    [ "$status" -eq 0 ]
    [ "$(result d2d4 e7e5) $(result d2d4 -) $(result d2d4 c7c5)" = 'black black -' ]
    [ -e out/antichess/d2d4.mpf ]
    # The proof of a half-move shows which reply wins.
    rm -r out/antichess* out
    mkdir -p out/antichess
    "$BIN/misere-prove" --ruleset antichess --format compact --out out/antichess/d2d4.mpf d2d4 2> /dev/null
    prove --openings out --ruleset antichess --nodes 1000
    [ "$(result d2d4 e7e5) $(result d2d4 -)" = 'black black' ]
    # A first turn of mind control wins, and so does its player.
    prove --openings out --ruleset 6170-fall-2003-mindcontrol --nodes 1000
    [ "$(sed -n 2p out/6170-fall-2003-mindcontrol.tsv | cut -f 1-3)" = $'-\t-\twhite' ]
}

# bats test_tags=plain,slow
@test "a compact proof says the same, and each of its bytes matters" {
    prove --ruleset antichess --out text d2d3
    prove --ruleset antichess --out proof --format compact d2d3
    [ "$status" -eq 0 ]
    check text
    text=$output
    check proof
    [ "$status" -eq 0 ]
    [ "${output#proof}" = "${text#text}" ]
    cat proof proof > twice
    check twice
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 2 ]
    head -c -1 proof > short
    refused short 'position [0-9]+: '
    (head -c -5 proof; printf '\0'; tail -c 5 proof) > long
    refused long 'position [0-9]+: '
    # the same numbers, uncompressed, with each byte changed
    perl -MCompress::Zlib -e '
        local $/;
        my $proof = <STDIN>;
        my ($head, $body) = $proof =~ /^((?:[^\n]*\n){5})(.*)/s;
        my $plain = uncompress($body);
        for my $i (0 .. length($plain) - 1) {
            for my $to ((ord(substr $plain, $i, 1) + 1) % 256, 0, 1) {
                my $new = $plain;
                next if chr $to eq substr $new, $i, 1;
                substr($new, $i, 1) = chr $to;
                open my $out, ">", sprintf "mutant-%03d-%03d", $i, $to or die;
                print $out $head, compress($new);
            }
        }' < proof
    files=(mutant-*)
    [ "${#files[@]}" -gt 300 ] || { echo "${#files[@]}"; return 1; }
    check "${files[@]}"
    [ "$status" -eq 1 ]
    [ "${#lines[@]}" -eq "${#files[@]}" ]
    # Another half-move of the winner may win at once, too.
    [ "$(grep -c ' wins; ' <<< "$output")" -lt 5 ]
}

# bats test_tags=slow
@test "what was solved before is a leaf of later proofs, which are complete" {
    prove --ruleset antichess --out first --format compact d2d3
    first=$(sed 's/.*; \([0-9]*\) nodes searched/\1/' <<< "${lines[-1]}")
    prove --ruleset antichess --out second --solved first d2d3
    [ "$status" -eq 0 ]
    [ "$(sed 's/.*; \([0-9]*\) nodes searched/\1/' <<< "${lines[-1]}")" -lt "$first" ]
    check second
    [ "$status" -eq 0 ]
    head -c 150 first > damaged
    prove --ruleset antichess --solved damaged d2d3
    [[ "$status" -eq 1 && "$output" == 'misere-prove: damaged: '* ]]
}

# bats test_tags=slow
@test "solve-lines proves lines, each with the proofs before, and only what is not proven yet" {
    export MISERE_BIN=$BIN MEMORY=4 THREADS=1 NODES=20000
    run --separate-stderr timeout 300 "$ROOT/tools/solve-lines" lines 'e2e3 d7d5' 'e2e3 b8a6' 'e2e3 d7d6'
    [ "$status" -eq 1 ] # 1... Na6 takes more nodes
    [ "$(sed -n 's/:$//p' <<< "$stderr" | paste -sd ,)" = 'e2e3 d7d5,e2e3 b8a6,e2e3 d7d6' ]
    check lines/e2e3-d7d5.mpf lines/e2e3-d7d6.mpf
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 2 ]
    run --separate-stderr timeout 300 "$ROOT/tools/solve-lines" lines 'e2e3 d7d5' 'e2e3 d7d6' e2e3
    [ "$status" -eq 1 ]
    [ "$(sed -n 's/:$//p' <<< "$stderr")" = e2e3 ]
    [ "$(ls lines)" = $'e2e3-b8a6.checkpoint\ne2e3-d7d5.mpf\ne2e3-d7d6.mpf\ne2e3.checkpoint' ]
    # with a larger NODES the search continues
    run --separate-stderr timeout 300 env NODES=2000000 "$ROOT/tools/solve-lines" lines 'e2e3 b8a6'
    [ "$status" -eq 0 ]
    [ "$(ls lines)" = $'e2e3-b8a6.mpf\ne2e3-d7d5.mpf\ne2e3-d7d6.mpf\ne2e3.checkpoint' ]
}

# bats test_tags=slow,plain
@test "an interrupted search resumes from its checkpoint, and finds the same proof" {
    # long enough for the engine to give advice
    position=(--ruleset antichess --memory 4 --nodes 100000000 --winner white e2e3 g8f6)
    "$BIN/misere-prove" "${position[@]}" --out expected 2> expected.log
    stops=0
    while [ ! -e proof ]; do
        "$BIN/misere-prove" "${position[@]}" --out proof --checkpoint checkpoint 2> log &
        # once the program has blocked SIGTERM, the signal ends the search and saves a checkpoint
        until grep -q '^SigBlk:.*[1-9a-f]' /proc/$!/status; do :; done
        kill -TERM $!
        wait $! || { grep -q interrupted log && stops=$((stops + 1)); }
        [ "$stops" -lt 100 ]
    done
    [ "$stops" -gt 2 ]
    cmp expected proof
    [ "$(tail -n 1 expected.log)" = "$(tail -n 1 log)" ] # before it there may be progress
    prove "${position[@]}" --memory 5 --checkpoint checkpoint
    [[ "$status" -eq 1 && "$output" == 'misere-prove: checkpoint: not a checkpoint of this position '* ]]
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
    [[ "$status" -eq 1 && "$output" == *'misere-prove: standard output: No space left on device' ]]
    mkdir -p out/antichess.svg
    prove --openings out --ruleset antichess --nodes 1000
    [[ "$status" -eq 1 && "$output" == 'misere-prove: out/antichess.svg: not a regular file' ]]
    [ ! -e out/antichess.tsv ]
    prove --openings out e2e4
    [ "$status" -eq 2 ]
    prove --openings out --out file
    [ "$status" -eq 2 ]
    prove --openings out --fen x
    [[ "$status" -eq 2 && "$output" == 'misere-prove: --openings allows no TURN, --fen, --out, --winner, --checkpoint, --solved or --format; try --help' ]]
    prove --nodes 10
    [ "$status" -eq 2 ]
    for option in '--winner white' '--format text'; do
        prove --openings out $option
        [ "$status" -eq 2 ]
    done
    prove --winner red
    [[ "$status" -eq 2 && "$output" == *"'red' is not either, white or black"* ]]
}

@test "a table of openings is made from the proofs alone: one for each, of exactly its position" {
    prove --openings out --ruleset 6170-fall-2003-mindcontrol --nodes 1000
    [ "$status" -eq 0 ]
    table() {
        run timeout 300 "$CHECK" --table 6170-fall-2003-mindcontrol "$@"
    }
    table out/6170-fall-2003-mindcontrol/*.mpf
    [ "$status" -eq 0 ]
    [ "$output" = "$(cut -f 1-5 out/6170-fall-2003-mindcontrol.tsv)" ]
    table
    [ "$status" -eq 0 ]
    [ "$(grep -c $'\t-\t0\t0$' <<< "$output")" -eq 401 ]

    proof=$(ls out/6170-fall-2003-mindcontrol/*.mpf | head -1)
    cp "$proof" one
    table one one
    [[ "$status" -eq 1 && "$output" == 'one:1: 6170-fall-2003-mindcontrol '*': a second proof of this opening' ]]
    # Another move number or clock: the proof is right, but says something else.
    sed '3s/ 2$/ 3/' one > number
    sed '3s/ 0 2$/ 1 2/' one > clock
    for file in number clock; do
        run ! cmp -s one $file
        check $file
        [ "$status" -eq 0 ]
        table $file
        [[ "$status" -eq 1 && "$output" == "$file:1: "*': not an opening of up to two half-moves' ]]
    done
    sed '3s/ - - / KQkq - /' one > castling
    refused castling 'this FEN must be '
    "$BIN/misere-prove" --ruleset suicide --out suicide b1a3 c7c5 2> /dev/null
    table one suicide
    [[ "$status" -eq 1 && "$output" == 'suicide:1: suicide '*': a proof of another ruleset' ]]
    run "$CHECK" --table chess one
    [ "$status" -eq 2 ]
}

@test "--openings believes a row only with its proof" {
    openings() {
        prove --openings out --ruleset 6170-fall-2003-mindcontrol --nodes 1000
    }
    openings
    table=out/6170-fall-2003-mindcontrol.tsv folder=out/6170-fall-2003-mindcontrol
    cp -r out kept
    forged() {
        openings
        [ "$status" -eq 1 ] || { echo "$1 is believed"; return 1; }
        like "^misere-prove: $2"
        rm -r out
        cp -r kept out
    }
    open=$(awk -F '\t' '$3 == "-" { print $1 "-" $2; exit }' $table)
    read -r first second < <(awk -F '\t' '$3 == "black" { printf "%s-%s ", $1, $2 } END { print "" }' $table)
    second=${second%% *}
    sed -i "0,/\t-\t0\t0/s//\twhite\t66\t47/" $table
    forged 'an open one' "$folder/$open.mpf: No such file"
    sed -i "0,/\tblack\t/s//\twhite\t/" $table
    forged 'another winner' "$folder/$first.mpf: not the proof of what the table says"
    sed -i "0,/\tblack\t[0-9]*\t/s//\tblack\t1\t/" $table
    forged 'another size' "$folder/$first.mpf: not the proof of what the table says"
    cp "$folder/$second.mpf" "$folder/$first.mpf"
    forged "another's proof" "$folder/$first.mpf: not a proof for ${first/-/ }"
    sed -i '3s/ 2$/ 3/' "$folder/$first.mpf"
    forged "another head" "$folder/$first.mpf: not a proof for "
    truncate -s -5 "$folder/$first.mpf"
    forged 'a broken proof' "$folder/$first.mpf: the proof has another end"
    : > "$folder/$first.mpf"
    forged 'an empty file' "$folder/$first.mpf: not a proof for "
    cat "$folder/$second.mpf" >> "$folder/$first.mpf"
    forged 'two proofs' "$folder/$first.mpf: not a proof for "
    cat "$folder/$second.mpf" kept/"${folder#out/}/$first.mpf" > "$folder/$first.mpf"
    forged 'two proofs, the second the right one' "$folder/$first.mpf: not a proof for "
    rm "$folder/$first.mpf"
    forged 'a proof that is gone' "$folder/$first.mpf: No such file"
    sed -i '2{p;}' $table
    forged 'a second line' "$table:3: a second line for "
    openings
    [ "$status" -eq 0 ]
    cmp $table kept/6170-fall-2003-mindcontrol.tsv
}

# bats test_tags=plain,slow
@test "of a thousand changed proofs none proves the same" {
    "$BIN/misere-prove" --ruleset 6170-fall-2003-mindcontrol --out start 2> /dev/null
    "$BIN/misere-prove" --ruleset antichess --out replies d2d3 2> /dev/null
    # Each has one byte changed, left out or put in, or two lines exchanged.
    perl -e '
        srand 45;
        for my $name (@ARGV) {
            open my $in, "<", $name or die;
            my @lines = <$in>;
            my $text = join "", @lines;
            for my $number (1 .. 500) {
                my ($at, $new, $kind) = (int rand length $text, substr($text, int rand length $text, 1), int rand 4);
                my $mutant = $text;
                substr $mutant, $at, 1, $new if $kind == 0;
                substr $mutant, $at, 1, "" if $kind == 1;
                substr $mutant, $at, 0, $new if $kind == 2;
                if ($kind == 3) {
                    my ($one, $other) = (int rand @lines, int rand @lines);
                    my @changed = @lines;
                    @changed[$one, $other] = @lines[$other, $one];
                    $mutant = join "", @changed;
                }
                redo if $mutant eq $text;
                open my $out, ">", sprintf "%s-%03d", $name, $number or die;
                print $out $mutant;
            }
        }' start replies
    check start replies
    claims=$(sed 's/^[^ ]*: //' <<< "$output")
    [ "$(wc -l <<< "$claims")" -eq 2 ]
    files=(start-* replies-*)
    [ "${#files[@]}" -eq 1000 ]
    check "${files[@]}"
    [ "$status" -eq 1 ]
    [ "$(cut -d : -f 1 <<< "$output" | sort -u | wc -l)" -eq 1000 ]
    # Some are right proofs of another claim: of the same position after more moves.
    run ! grep -F "$claims" <<< "$output"
}

# bats test_tags=plain,slow
@test "the published tables and pictures say what the published proofs prove, one by one" {
    [ -z "$MISERE_SANITIZED" ] || skip "sanitizers are slow, and the tests above run the checker"
    cd "$ROOT/docs/solved"
    [ "$(ls ./*.tsv | wc -l)" -eq 12 ]
    [ "$(sed -n 2p 6170-fall-2003-mindcontrol.tsv | cut -f 1-3)" = $'-\t-\twhite' ]
    for table in *.tsv; do
        name=${table%.tsv}
        proofs=()
        [ ! -e "$name.mpf" ] || proofs=("$name.mpf")
        run timeout 300 "$CHECK" --table "$name" "${proofs[@]}"
        [ "$status" -eq 0 ]
        cmp <(echo "$output") "$table"
        [ -e "$name.svg" ]
        cmp <(sed -n 's~.*<title>\(.*\) \(.*\): \(White\|Black\) wins</title>.*>\([0-9]*\)</text></g>$~\1 \2 \L\3\E \4~p' "$name.svg") \
            <(awk '$3 == "white" || $3 == "black" { print $1, $2, $3, $5 }' "$table")
    done
}

# bats test_tags=plain
@test "docs/solved.md says what the tables say" {
    cd "$ROOT"
    cmp <(sed -n '/^| ruleset |/,/^$/{/^$/!p}' docs/solved.md) <(tools/make-solved --overview)
    cmp <(awk '$1 == "e2e3" && $3 == "white" { print $4, $5 }' docs/solved/antichess.tsv | sort) \
        <(sed -n 's/,//g; s/^| 1\.\.\. .* | \([0-9]*\) | \([0-9]*\) |$/\1 \2/p' docs/solved.md | sort)
}
