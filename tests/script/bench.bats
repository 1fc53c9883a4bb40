#!/usr/bin/env bats
# bats file_tags=plain
# bench-search growth: its arithmetic, with an engine whose trees grow as its opening says, and the shipped
# openings. bench-search solved: which wins, and that the engine announces as many as it did; tests/data/solved has
# positions that misere-prove solves with 20,000 to 600,000 nodes for a player. bench-prove, with a program that notes
# what it is asked.

load helpers

BENCH=$ROOT/tools/bench-search
RULESETS=(6170-spring-2007 losers 6170-spring-2006-antiking 6170-fall-2003-mindcontrol)

# growing_engine: writes an engine; after `position ... moves xG` each iteration takes G times as many nodes as the one
# before, and after xGmD those from depth D on find a mate.
growing_engine() {
    cat > growing-engine << 'SH'
#!/usr/bin/perl
$| = 1;
while (<>) {
    ($growth, $mate) = ($1, $2 // 99) if /^position .* x(\d+)(?:m(\d+))?/;
    print "readyok\n" if /^isready/;
    exit if /^quit/;
    next unless /^go depth (\d+)/;
    my $nodes = 0;
    for my $depth (1 .. $1) {
        my $score = $depth < $mate ? 'cp 7' : 'mate 3';
        print "info depth $depth seldepth 9 score $score lowerbound nodes ", $nodes + 1, "\n" if $depth > 3;
        $nodes += $growth**$depth;
        print "info depth $depth seldepth 9 score $score nodes $nodes nps 5\n";
    }
    print "bestmove e2e3\n";
}
SH
    chmod +x growing-engine
}

@test "bench-search growth: means over positions, until a mate is found" {
    local ruleset
    growing_engine
    mkdir openings
    for ruleset in "${RULESETS[@]}"; do
        printf '%s\n' x2 x8 x5m6 > "openings/$ruleset.txt"
    done
    run timeout 300 "$BENCH" growth ./growing-engine openings -5
    [ "$status" -eq 0 ]
    has '6170-spring-2007                 5         3       1485   4.31'
    has '6170-spring-2007                 6         2       4096   4.00'
    has '6170-spring-2007               all         3              4.31 +- 3.44'
    has '6170-spring-2006-antiking        7         2      16384   4.00'
    has '6170-spring-2006-antiking      all         2              4.00 +- 5.43'
    [ "$(grep -c ' all ' <<< "$output")" -eq 4 ]
}

@test "bench-search growth: a bad opening is named" {
    mkdir openings
    echo 'e2e3 e2e4' > openings/6170-spring-2007.txt
    run timeout 300 "$BENCH" growth "$MISERE" openings
    [ "$status" -ne 0 ]
    like "^bench-search: 6170-spring-2007, opening 'e2e3 e2e4': .*e2e4"
    rm openings/6170-spring-2007.txt
    run timeout 300 "$BENCH" growth "$MISERE" openings
    [ "$status" -ne 0 ]
    like '^bench-search: openings/6170-spring-2007.txt: No such file'
}

@test "bench-search growth: 40 openings of each family" {
    local ruleset
    for ruleset in "${RULESETS[@]}"; do
        [ "$(sort -u "$ROOT/tests/data/openings/$ruleset.txt" | wc -l)" -eq 40 ]
    done
    run timeout 300 "$BENCH" growth "$MISERE" "$ROOT/tests/data/openings" -8
    [ "$status" -eq 0 ]
    for ruleset in "${RULESETS[@]}"; do
        like "^$ruleset +all +40 +[0-9.]+ \+- [0-9.]+\$"
    done
}

# announcing_engine: writes an engine that announces a win after 100 nodes where the move number is even, and takes it
# back after 300 where it is a multiple of four.
announcing_engine() {
    cat > announcing-engine << 'SH'
#!/usr/bin/perl
$| = 1;
while (<>) {
    $number = $1 if /^position fen .* (\d+)$/;
    print "readyok\n" if /^isready/;
    exit if /^quit/;
    next unless /^go nodes/;
    my $late = $number % 4 ? 'mate 5' : 'cp 80';
    print "info depth 3 score cp 20 nodes 50 pv e2e3\n";
    print "info depth 5 score mate 5 nodes 100 pv e2e3\ninfo depth 6 score $late nodes 300 pv e2e3\n" if $number % 2 == 0;
    print "info depth 7 score mate -5 nodes 400 pv e2e3\n" if $number % 2;
    print "bestmove e2e3\n";
}
SH
    chmod +x announcing-engine
}

@test "bench-search solved: a win that is taken back is not announced" {
    local number
    announcing_engine
    for number in 1 2 4 6; do
        echo "k7/8/8/8/8/8/P7/K7 w - - 0 $number"
    done > losers.fen
    run timeout 300 "$BENCH" solved ./announcing-engine 10000 losers.fen
    [ "$status" -eq 0 ]
    has 'losers                               4         2       1000'
}

@test "the engine announces the wins that it has announced before" {
    local file announced
    for file in antichess:32 losers:26 6170-spring-2007:5; do
        "$BENCH" solved "$MISERE" 100000 "$ROOT/tests/data/solved/${file%:*}.fen" > table
        cat table
        announced=$(awk 'END { print $3 }' table)
        [ "$announced" -ge "${file#*:}" ]
    done
}

# proving_program: writes a program that notes each position in the file `asked`, and proves it; but it ends in
# the middle of a position that the file `fails` names.
proving_program() {
    cat > proving-program << 'SH'
#!/usr/bin/env bash
while IFS=$'\t' read -r ruleset fen winner; do
    echo "$fen" >> asked
    for prover in tree solver winner; do
        [ "$prover" = winner ] && grep -qs "^$fen" fails && exit 1
        printf '%s\t%s\t%s\tproven\t%d\t0.5\n' "$ruleset" "$fen" "$prover" $((${#prover} * 100))
    done
done < "$1"
SH
    chmod +x proving-program
}

@test "bench-prove continues after an interruption, with the same program, positions and limits" {
    proving_program
    printf '%s\t%s\t%s\n' losers A white losers B black > positions
    echo B > fails
    run timeout 60 "$ROOT/tools/bench-prove" ./proving-program positions 5000
    [ "$status" -ne 0 ]
    rm fails
    run timeout 60 "$ROOT/tools/bench-prove" ./proving-program positions 5000
    [ "$status" -eq 0 ]
    output=$(tr -s ' ' <<< "$output")
    has 'losers 2 2 2 2 0.00 0.00 0.00 0.67 0.67 1.00 0.67 0.67 1.00'
    [ "$(tr -d '\n' < asked)" = ABB ]
    run timeout 60 "$ROOT/tools/bench-prove" ./proving-program positions 6000
    [ "$status" -eq 0 ]
    [ "$(tr -d '\n' < asked)" = ABBAB ]
}
