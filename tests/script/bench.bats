#!/usr/bin/env bats
# bench-search growth: its arithmetic, with an engine whose trees grow as its opening says, and the shipped
# openings.
# MISERE_BIN: the programs' folder (default bin).

load helpers

setup() {
    MISERE=$(realpath "${MISERE_BIN:-bin}/misere")
    ROOT=$(realpath "$BATS_TEST_DIRNAME/../..")
    BENCH="$ROOT/tools/bench-search"
    RULESETS=(6170-spring-2007 losers 6170-spring-2006-antiking 6170-fall-2003-mindcontrol)
    cd "$BATS_TEST_TMPDIR"
}

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
    run timeout 60 "$BENCH" growth ./growing-engine openings -5
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
    run timeout 60 "$BENCH" growth "$MISERE" openings
    [ "$status" -ne 0 ]
    like "^bench-search: 6170-spring-2007, opening 'e2e3 e2e4': .*e2e4"
    rm openings/6170-spring-2007.txt
    run timeout 60 "$BENCH" growth "$MISERE" openings
    [ "$status" -ne 0 ]
    like '^bench-search: openings/6170-spring-2007.txt: No such file'
}

@test "bench-search growth: 40 openings of each family" {
    local ruleset
    for ruleset in "${RULESETS[@]}"; do
        [ "$(sort -u "$ROOT/tests/data/openings/$ruleset.txt" | wc -l)" -eq 40 ]
    done
    run timeout 100 "$BENCH" growth "$MISERE" "$ROOT/tests/data/openings" -8
    [ "$status" -eq 0 ]
    for ruleset in "${RULESETS[@]}"; do
        like "^$ruleset +all +40 +[0-9.]+ \+- [0-9.]+\$"
    done
}
