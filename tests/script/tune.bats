#!/usr/bin/env bats
# bats file_tags=plain,slow
# The engine of `make TUNE=1`, and tune-search: its arithmetic, with a referee that judges by the constants' values,
# and a small tuning with the real one.

load helpers

MISERE=$TEST_BIN/../tune/bin/misere
TABLE=$ROOT/engine/search/tunables.h

# tune OPTION...: runs tune-search with the tuned engine.
tune() {
    run timeout 300 "$ROOT/tools/tune-search" --engine "$MISERE" "$@"
}

# judging_referee: makes MISERE_BIN a folder with a referee that writes each of its commands to `commands`, and in
# which plus wins all games if the Perl expression $JUDGEMENT, of %plus and %minus, is above 0, and none below 0.
judging_referee() {
    export MISERE_BIN="$PWD/judging"
    mkdir judging
    cat > judging/misere-referee << 'SH'
#!/usr/bin/perl
open my $commands, '>>', 'commands';
print $commands "@ARGV\n";
while (defined($_ = shift)) {
    $out = shift if $_ eq '--out';
    $games = shift if $_ eq '--games';
    $player = $1 if /^name=(.*)/;
    ${$player}{$1} = $2 if /^option\.(\w+)=(.*)/;
}
$score = eval $ENV{JUDGEMENT};
mkdir $out;
open my $log, '>', "$out/log.jsonl";
print $log qq({"log":"misere-referee 1"}\n);
for (1 .. $games) {
    my ($white, $black, $win) = $_ % 2 ? qw(plus minus 1-0) : qw(minus plus 0-1);
    my $result = $score == 0 ? '1/2-1/2' : $score > 0 ? $win : reverse $win;
    print $log qq({"game":$_,"white":"$white","black":"$black","result":"$result","reason":"$ENV{REASON}"}\n);
}
SH
    chmod +x judging/misere-referee
}

# interrupting_referee N: makes MISERE_BIN a folder with the real referee, which at its N-th call plays only two games
# and interrupts its caller.
interrupting_referee() {
    export MISERE_BIN="$PWD/interrupting"
    mkdir interrupting
    cat > interrupting/misere-referee << SH
#!/bin/bash
echo "\$*" >> commands
[ "\$(wc -l < commands)" -eq $1 ] || exec "$BIN/misere-referee" "\$@"
"$BIN/misere-referee" "\$@" --first 2
kill -INT "\$PPID"
exec sleep 60
SH
    chmod +x interrupting/misere-referee
}

# value_in_table NAME: prints the value of the constant in the table on standard input.
value_in_table() {
    sed -n "s/^    X($1, \([0-9]*\),.*/\1/p"
}

# default_value NAME: prints the value that the constant has in the engine.
default_value() {
    value_in_table "$1" < "$TABLE"
}

# tuned NAME: prints the value of the constant in $output.
tuned() {
    value_in_table "$1" <<< "$output"
}

@test "TUNE=1: the constants are options, with the table's defaults and ranges; otherwise they are not" {
    local name value minimum maximum rows=0
    engine uci
    while read -r name value minimum maximum _; do
        has "option name $name type spin default $value min $minimum max $maximum"
        rows=$((rows + 1))
    done < <(sed -n 's/^ *X(\(\w*\), \(.*\)).*/\1 \2/p' "$TABLE" | tr -d ,)
    [ "$rows" -ge 10 ]
    MISERE="$BIN/misere"
    engine uci
    unlike '^option name [A-Z]+_[A-Z_]+ '
}

@test "TUNE=1: the defaults give the usual node count, and another value another one" {
    run timeout 300 "$MISERE" bench
    has "Nodes searched  : $(cat "$ROOT/tests/data/bench-nodes")"
    engine 'setoption name RFP_MARGIN value 80' bench
    unlike "^Nodes searched  : $(cat "$ROOT/tests/data/bench-nodes")\$"
    like '^Nodes searched  : [0-9]+$'
}

# searched LINE...: prints what the engine finds after the lines, in searches to a depth, of a number of nodes and with
# clocks that count nodes.
searched() {
    engine "$@" 'setoption name nodestime value 100' \
        'setoption name UCI_Variant value antichess' 'go depth 11' wait 'go nodes 6000' wait \
        'setoption name UCI_Variant value losers' 'go nodes 6000' wait 'go wtime 2000 btime 2000' wait \
        'setoption name UCI_Variant value 6170-spring-1994' 'position startpos moves e2e3 e7e6' \
        'go wtime 2000 btime 2000 movestogo 30' wait
    echo "$output"
}

@test "TUNE=1: each option changes the search" {
    local name minimum maximum usual
    usual=$(searched)
    [ "$usual" = "$(searched)" ]
    while read -r name _ minimum maximum _; do
        [ "$(searched "setoption name $name value $minimum")" != "$usual" ] ||
            [ "$(searched "setoption name $name value $maximum")" != "$usual" ] ||
            { echo "$name changes nothing"; false; }
    done < <(sed -n 's/^ *X(\(\w*\), \(.*\)).*/\1 \2/p' "$TABLE" | tr -d ,)
}

@test "tune-search moves the constants towards the better values" {
    judging_referee
    # shellcheck disable=SC2016
    export JUDGEMENT='abs($minus{RFP_MARGIN} - 120) / 8 + abs($minus{LMR_SCALE} - 60) / 12
        - abs($plus{RFP_MARGIN} - 120) / 8 - abs($plus{LMR_SCALE} - 60) / 12'
    tune --only RFP_MARGIN,LMR_SCALE --iterations 150 --rate 0.01
    [ "$status" -eq 0 ]
    [ "$(tuned RFP_MARGIN)" -ge 105 ] && [ "$(tuned RFP_MARGIN)" -le 135 ]
    [ "$(tuned LMR_SCALE)" -ge 45 ] && [ "$(tuned LMR_SCALE)" -le 75 ]
    like "^    X\(RFP_MARGIN, [0-9]+, 10, 200, 8\) /\* was $(default_value RFP_MARGIN) \*/ \\\\$"
}

@test "tune-search shifts and moves the constants by Spall's sequences" {
    judging_referee
    # RFP_MARGIN has a step of 8.
    # shellcheck disable=SC2016
    JUDGEMENT='$plus{RFP_MARGIN} - $minus{RFP_MARGIN}' tune --only RFP_MARGIN --iterations 20 --games 4 --rate 0.002
    [ "$status" -eq 0 ]
    has 'After 20 of 20 iterations:'
    perl -e '
        my $value = shift;
        open my $commands, "<", "commands";
        open my $iterations, "<", "tuning/iterations.tsv";
        <$iterations> for 1, 2;
        for my $k (1 .. 20) {
            my ($one, $other) = <$commands> =~ /RFP_MARGIN=(\d+).*RFP_MARGIN=(\d+)/;
            my $shift = 8 * (20 / $k)**0.101;
            die "$k: $one $other" if abs(abs($one - $other) - 2 * $shift) > 1 || abs(($one + $other) / 2 - $value) > 1;
            $value += 0.002 * 4 * 8 * (22 / (2 + $k))**0.602 * ($k / 20)**0.101;
            my ($number, @found) = (split /\t/, <$iterations>)[0, 2 .. 5];
            my $wins = $one > $other ? 4 : 0;
            die "$k: @found" if $number != $k || "@found[0 .. 2]" ne join " ", $wins, 0, 4 - $wins;
            die "$k: $found[3], not $value" if abs($found[3] - $value) > 1e-4;
        }' "$(default_value RFP_MARGIN)"
}

@test "tune-search shifts the constants independently of each other and of the iterations before" {
    judging_referee
    JUDGEMENT=0 tune --only RFP_MARGIN,LMR_SCALE,LMP_GROWTH --iterations 100 --games 2
    [ "$status" -eq 0 ]
    # Each count should be 50 of 100, with a standard deviation of 5.
    perl -e '
        my (%signs, %count);
        while (<>) {
            for my $name (qw(RFP_MARGIN LMR_SCALE LMP_GROWTH)) {
                my ($plus, $minus) = /$name=(\d+).*$name=(\d+)/ or die $_;
                push @{ $signs{$name} }, $plus <=> $minus;
            }
        }
        for my $name (keys %signs) {
            for my $k (0 .. 99) {
                my $sign = $signs{$name}[$k] or die "$name is not shifted";
                $count{"$name up"} += $sign > 0;
                $count{"$name as $_"} += $sign == $signs{$_}[$k] for grep { $_ lt $name } keys %signs;
                $count{"$name as $_ before"} += $sign == $signs{$name}[ $k - $_ ] for 1 .. 10;
            }
        }
        abs($count{$_} - 50) <= 20 or die "$_: $count{$_}" for keys %count;' commands
}

@test "tune-search keeps the constants in their ranges" {
    judging_referee
    # shellcheck disable=SC2016
    JUDGEMENT='$plus{LMR_DEPTH_MIN} <=> $minus{LMR_DEPTH_MIN} || $plus{RFP_MARGIN} <=> $minus{RFP_MARGIN}' \
        tune --only LMR_DEPTH_MIN,RFP_MARGIN --iterations 40 --rate 1
    [ "$status" -eq 0 ]
    perl -ne '
        for (/LMR_DEPTH_MIN=(\d+)/g) { $least = $_ if !$least || $_ < $least; $most = $_ if $_ > $most }
        for (/RFP_MARGIN=(\d+)/g) { die "$_" if $_ < 10 || $_ > 200 }
        END { die "$least $most" if $least != 2 || $most != 8 }' commands
    tail -n +3 tuning/iterations.tsv | awk -F '\t' '$6 < 10 || $6 > 200 || $7 < 2 || $7 > 8 { exit 1 }'
}

@test "an interrupted tune-search continues, plays nothing twice, and ends like an uninterrupted one" {
    local settings=(--only 'RFP_MARGIN,LMR_SCALE' --iterations 4 --games 4 --nodes 20 --ruleset losers
        --ruleset 6170-spring-2007 --rate 0.1)
    MISERE_BIN=$BIN tune "${settings[@]}" --out whole
    [ "$status" -eq 0 ]
    [ "$(wc -l < whole/iterations.tsv)" -eq 6 ]
    [ "$(cut -f 2 whole/iterations.tsv | tail -n 2 | paste -s)" = $'losers\t6170-spring-2007' ]
    [ ! -e whole/games-4 ]

    interrupting_referee 3
    tune "${settings[@]}" --out parts
    [ "$status" -eq 130 ]
    has 'After 2 of 4 iterations:'
    [ "$(wc -l < parts/iterations.tsv)" -eq 4 ]
    [ "$(grep -c '^{"game"' parts/games-3/log.jsonl)" -eq 2 ]
    sed -i '$s/$/\n3\tlosers\t1/' parts/iterations.tsv # and the power fails while a line is written
    truncate -s -1 parts/iterations.tsv
    tune "${settings[@]}" --out parts
    [ "$status" -eq 0 ]
    cmp whole/iterations.tsv parts/iterations.tsv
    [ "$(wc -l < commands)" -eq 5 ]
    grep -- --draws commands | not grep -v 'ruleset losers'
    grep -q -- '--draws' commands

    tune "${settings[@]}" --out parts # is finished
    [ "$status" -eq 0 ]
    [ "$(wc -l < commands)" -eq 5 ]
    tune "${settings[@]}" --out parts --seed 2
    [ "$status" -eq 1 ]
    like '^tune-search: parts/iterations.tsv was made with other settings'
    [ "$(wc -l < commands)" -eq 5 ]
    sed -i '1s/tune-search 2/tune-search 1/' parts/iterations.tsv
    tune "${settings[@]}" --out parts
    [ "$status" -eq 1 ]
    has 'tune-search: parts/iterations.tsv was made by another version of tune-search; use another folder'
}

@test "tune-search that was interrupted in its first iteration continues, or begins with other settings" {
    local settings=(--only RFP_MARGIN --iterations 1 --games 4 --nodes 20 --ruleset losers)
    interrupting_referee 1
    tune "${settings[@]}"
    [ "$status" -eq 130 ]
    cp -r tuning other
    tune "${settings[@]}"
    [ "$status" -eq 0 ]
    [ "$(wc -l < commands)" -eq 2 ]
    MISERE_BIN=$BIN tune "${settings[@]}" --seed 2 --nodes 30 --out other
    [ "$status" -eq 0 ]
    has 'After 1 of 1 iterations:'
    [ "$(wc -l < other/iterations.tsv)" -eq 3 ]
}

@test "tune-search names what is wrong" {
    judging_referee
    while IFS='|' read -r options message; do
        # shellcheck disable=SC2086
        tune $options
        [ "$status" -eq 1 ]
        has "tune-search: $message"
        [ ! -e tuning ]
    done << TEXT
--games 3|--games: 3 is not an even number
--nodes 0|--nodes: '0' is not a number from 1 to 999999999
--iterations many|--iterations: 'many' is not a number from 1 to 999999999
--rate 0|--rate: '0' is not a number above 0
--only RFP_MARGIN,NONE|--only: there is no constant 'NONE'
--only TIME_SOFT_PERCENT|--only: TIME_SOFT_PERCENT matters only with --tc
--ruleset chess|--ruleset: unknown ruleset 'chess'
--engine none|--engine: ./none is not an executable file; build it with \`make TUNE=1\`
--engine $BIN/misere|--engine: $BIN/misere has no option QUIESCENCE_DEPTH; build it with \`make TUNE=1\`
--depth 3|Unknown option: depth
more|unexpected argument 'more'; see --help
TEXT
    REASON=crash tune --iterations 2
    [ "$status" -eq 1 ]
    has 'tune-search: game 1 in tuning/games-1/log.jsonl ended by a fault of an engine: crash'
    MISERE_BIN=none tune --iterations 2
    [ "$status" -eq 1 ]
    like '^tune-search: none/misere-referee: No such file'
    like '^tune-search: the referee failed with exit status 127: none/misere-referee '
    mkdir killed
    printf '%s\n' '#!/bin/sh' 'kill -9 $$' > killed/misere-referee
    chmod +x killed/misere-referee
    MISERE_BIN=killed tune --iterations 2
    [ "$status" -eq 1 ]
    like '^tune-search: the referee was killed by signal 9: killed/misere-referee '
    JUDGEMENT=0 tune --iterations 1 # other settings are no mistake as long as there is no iteration
    [ "$status" -eq 0 ]
    unlike 'was'
    sed -i '3s/\t6170-spring-2007//' tuning/iterations.tsv
    tune --iterations 1
    [ "$status" -eq 1 ]
    has 'tune-search: tuning/iterations.tsv, line 3: not what tune-search wrote'
}
