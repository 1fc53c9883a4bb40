#!/usr/bin/env bats
# The referee from the command line: options, formats, openings, players, exit statuses.

load referee-helpers

# bats test_tags=plain
@test "a round robin: all pairings, each opening twice with colours reversed" {
    referee $PLAYERS --player random name=fourth --games 4 --random-plies 5 --draws
    [ "$(games .game | wc -l)" -eq 24 ]
    [ "$(games '[.white, .black] | join("-")' | sort | uniq -c | awk '{print $1}' | sort -u)" = 2 ]
    games '[.white, .black] | sort | join("-")' | sort | uniq -c >pairings
    [ "$(wc -l <pairings)" -eq 6 ]
    # games 2k - 1 and 2k have the same opening and reversed colours
    games '[.game, .white, .black, (.turns | split(" ")[:5] | join(" "))] | @tsv' |
        awk -F'\t' 'NR % 2 { w = $2; b = $3; o = $4; next }
            w != $3 || b != $2 || o != $4 { exit 1 }'
    [ "$(games '.turns | split(" ")[:5] | join(" ")' | sort -u | wc -l)" -eq 2 ]
    [ "$(games .opening | sort -u)" = 5 ]
}

# bats test_tags=plain
@test "an odd number of games, and players with the same name" {
    referee --player random --player random --games 3
    [ "$(games '.white + "-" + .black' | tr '\n' ' ')" \
        = "random-random-2 random-2-random random-random-2 " ]
}

# bats test_tags=plain
@test "a gauntlet: the first player against each of the others" {
    referee --format gauntlet $PLAYERS --games 6
    [ "$(games .game | wc -l)" -eq 12 ]
    [ "$(games 'select(.white != "random" and .black != "random")')" = "" ]
}

# bats test_tags=plain
@test "a Swiss tournament of five: two pairings and a bye each round" {
    referee --format swiss --rounds 3 $PLAYERS --player random name=d --player random name=e
    [ "$(games .game | wc -l)" -eq 12 ]
    for round in 1 2 3; do
        [ "$(games "select(.round == $round) | .white" | sort -u | wc -l)" -eq 4 ]
    done
    # no rematches
    [ "$(games '[.white, .black] | sort | join("-")' | sort | uniq -c | awk '$1 != 2')" = "" ]
}

# bats test_tags=plain
@test "a knock-out of six: two byes, five matches, one winner" {
    referee --format knockout $PLAYERS --player random name=d --player random name=e \
        --player greedy name=f --games 2
    grep -q '^Winner: ' out/crosstable.txt
    [ "$(games '[.white, .black] | sort | join("-")' | sort -u | wc -l)" -eq 5 ]
    # only one of the finalists is the winner
    local winner=$(sed -n 's/^Winner: //p' out/crosstable.txt)
    [ "$(games 'select(.round == 3) | .white, .black' | sort -u | grep -cx "$winner")" -eq 1 ]
}

# bats test_tags=threads
@test "concurrency changes neither the games nor the order of the log" {
    referee $PLAYERS --games 10 --random-plies 4
    mv out one
    referee $PLAYERS --games 10 --random-plies 4 --concurrency 5
    for file in games.pgn crosstable.txt results.json scores.svg; do
        same one/$file out/$file
    done
    same <(tail -n +2 one/log.jsonl) <(tail -n +2 out/log.jsonl)
    [ "$(head -1 out/log.jsonl | jq -c 'del(.concurrency)')" = "$(head -1 one/log.jsonl)" ]
    [ "$(games .game | sort -nc && games .game | tail -1)" = 30 ]
    referee $PLAYERS --games 10 --random-plies 4 --seed 2 --out two
    not cmp -s out/log.jsonl two/log.jsonl
}

@test "--merge combines shards into the log of the whole tournament" {
    referee $PLAYERS --games 10
    for shard in 1 2 3; do
        referee $PLAYERS --games 10 --shard $shard/3 --out shard$shard
    done
    run "$BIN/misere-referee" --merge shard1 shard3 --out some
    [ "$status" -eq 3 ]
    run "$BIN/misere-referee" --merge shard1 shard2 shard3 --out whole
    [ "$status" -eq 0 ]
    same out/log.jsonl whole/log.jsonl
    same out/games.pgn whole/games.pgn
}

# bats test_tags=plain
@test "--draws ends games by the fifty-move rule" {
    echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 99 60' >fifty
    referee --player random --player random --openings fifty --draws --games 10
    games .reason | grep -qx fifty
    referee --player random --player random --openings fifty --games 10 --out without
    [ "$(games .reason without | grep -cx fifty)" -eq 0 ]
}

# bats test_tags=plain
@test "--scoring 3-1-0" {
    echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 98 60' >fifty
    referee --player random --player greedy --openings fifty --draws --scoring 3-1-0 --games 30

    local wins=$(games 'select((.white == "random") == (.result == "1-0") and .reason != "fifty") | 1' | wc -l)
    local drawn=$(games 'select(.reason == "fifty") | 1' | wc -l)
    [ "$drawn" -gt 0 ]
    grep -qE "^[12] +random +$((3 * wins + drawn)) +30 +$wins +$drawn " out/crosstable.txt
}

# bats test_tags=plain
@test "--longest draws long games" {
    referee --player random --player random --longest 7 --games 4
    [ "$(games '.reason + .result' | sort -u)" = "tooLong1/2-1/2" ]
    [ "$(games '.turns | split(" ") | length' | sort -u)" -eq 7 ]
}

# bats test_tags=plain
@test "--min-charge can exhaust a clock; the clocks are in the log" {
    referee --player "cmd=$CHAOS" --player random --tc 2000+100 --min-charge 600000
    [ "$(games .reason | sort -u)" = timeExpired ]
    games 'select(.game == 1) | .clocks[:4]' | grep -qx '\[1500000,1500000,1000000,1000000\]'
    grep -q 'TimeControl "2000+100"' out/games.pgn
}

# bats test_tags=plain
@test "programs without a limit play at 10+0.1, and the output and the log say so" {
    run timeout 300 "$BIN/misere-referee" --out out --longest 6 --player "cmd=$CHAOS" --player greedy --seed 1
    [ "$status" -eq 0 ]
    grep -q '^No time control is given: programs play at 10+0.1' <<<"$output"
    grep -q 'match of 2 games, 10+0.1$' <<<"$output"
    [ "$(head -1 out/log.jsonl | jq -rc '.arguments[-2:]')" = '["--tc","10+0.1"]' ]
    grep -q 'TimeControl "10+0.1"' out/games.pgn
    cp out/log.jsonl before
    referee --longest 6 --player "cmd=$CHAOS" --player greedy
    referee --resume out --trust
    same before out/log.jsonl
    "$BIN/misere-referee" --help | grep -q 'default 10+0.1'
}

# bats test_tags=plain
@test "--resign: a player whose scores are low loses, in mind control and with forced passes, too" {
    local bad="--player cmd=$CHAOS name=bad" good="--player cmd=$CHAOS name=good"
    local rule='--nodes 1 --longest 40 --resign movecount=3 score=600'
    # game 1 ends after White's third turn, game 2 after Black's
    for ruleset in losers 6170-fall-2003-mindcontrol; do
        referee --ruleset $ruleset $bad 'arg=score=cp -600' $good $rule --out $ruleset
        [ "$(games '[.result, .reason, (.turns | split(" ") | length)] | @csv' $ruleset)" \
            = '"0-1","adjudicatedLoss",5'$'\n''"1-0","adjudicatedLoss",6' ]
        [ "$(grep -c 'Termination "adjudication"' $ruleset/games.pgn)" -eq 2 ]
        [ "$("$BIN/misere-convert" --to pgn $ruleset/games.pgn - |
            grep -c 'Termination "adjudication"')" -eq 2 ]
        [ ! -x "$TEST_BIN/judge" ] || "$TEST_BIN/judge" $ruleset/log.jsonl
    done
    # Black's forced passes do not count: White loses after its second turn, and Black, in game 2,
    # after its own second turn
    echo 'k7/p1K5/P7/8/8/8/8/7R w - - 0 1' >stuck
    referee $bad 'arg=score=mate -7' $good --openings stuck --nodes 1 --longest 40 \
        --resign movecount=2 score=600 --out passes
    [ "$(games 'select(.game == 1) | .result + " " + .turns' passes)" \
        = '0-1 h1e1 0000 e1b1 0000' ]
    [ "$(games 'select(.game == 2) | .result + " " + .turns' passes)" \
        = '1-0 h1e1 0000 e1b1 0000 c7d6 0000 b1d1 a8b8 d6d5 b8a8' ]
    # with twosided=true the opponent's score counts, too
    referee $bad 'arg=score=cp -600' $good $rule twosided=true --out alone
    [ "$(games .reason alone | grep -c adjudicated)" -eq 0 ]
    referee $bad 'arg=score=cp -600' $good 'arg=score=mate 9' $rule twosided=true --out both
    [ "$(games '[.result, .reason] | @csv' both)" \
        = '"0-1","adjudicatedLoss"'$'\n''"1-0","adjudicatedLoss"' ]
    [ -x "$TEST_BIN/judge" ] || return 0
    "$TEST_BIN/judge" {passes,alone,both}/log.jsonl
    # the judge notices an adjudication that comes too late, too early, or not at all
    sed '1s/movecount=3/movecount=2/' both/log.jsonl >late.jsonl
    sed '1s/movecount=3/movecount=4/' both/log.jsonl >early.jsonl
    sed 's/adjudicatedLoss/resignation/' both/log.jsonl >other.jsonl
    for log in late early other; do
        not "$TEST_BIN/judge" $log.jsonl
    done
}

# bats test_tags=plain
@test "--draw: a level game is drawn; a log with another --draw is refused" {
    local players="--player cmd=$CHAOS name=a --player cmd=$CHAOS name=b"
    referee --each 'arg=score=cp 9' $players --nodes 1 --longest 60 \
        --draw movenumber=6 movecount=4 score=9
    [ "$(games '[.result, .reason, (.turns | split(" ") | length)] | @csv' | sort -u)" \
        = '"1/2-1/2","adjudicatedDraw",12' ]
    [ "$(grep -c 'Termination "adjudication"' out/games.pgn)" -eq 2 ]
    cp out/log.jsonl before
    referee --resume out --trust
    same before out/log.jsonl
    refused 1 'another tournament' --each 'arg=score=cp 9' $players --nodes 1 --longest 60 \
        --draw movenumber=6 movecount=4 score=8 --out out
    referee --each 'arg=score=cp 9' $players --nodes 1 --longest 60 --out far \
        --draw movenumber=6 movecount=4 score=8
    [ "$(games .reason far | grep -c adjudicated)" -eq 0 ]
    [ -x "$TEST_BIN/judge" ] || return 0
    "$TEST_BIN/judge" {out,far}/log.jsonl
    sed '1s/score=8/score=9/' far/log.jsonl >late.jsonl
    sed '1s/movenumber=6/movenumber=7/' out/log.jsonl >early.jsonl
    for log in late early; do
        not "$TEST_BIN/judge" $log.jsonl
    done
}

# bats test_tags=plain
@test "time: a stalling engine loses on time; a clock for N moves is refilled" {
    referee --player "cmd=$CHAOS" arg=stall=10000 name=late --player random --movetime 50
    [ "$(games 'select((.white == "late") == (.result == "0-1")) | .reason' | sort | uniq -c | xargs)" \
        = "2 timeExpired" ]
    referee --player "cmd=$CHAOS" --player random --tc 2/1000 --min-charge 300000 --longest 9 \
        --out session
    [ "$(games .reason session | sort -u)" = tooLong ]
    games '.clocks[:6]' session | head -1 | grep -qx '\[700000,700000,1400000,1400000,1100000,1100000\]'
}

# bats test_tags=plain
@test "--nodestime counts time in nodes: the same games however many are played at once" {
    local match=(--player misere name=a --player misere name=b --ruleset losers --random-plies 6
        --games 4 --longest 30 --tc 1+0.01 --nodestime 10)
    referee "${match[@]}"
    local alone
    alone=$(games '[.turns, .clocks]')
    referee "${match[@]}" --concurrency 4 --out other
    [ "$(games '[.turns, .clocks]' other)" = "$alone" ]
    [ "$(games '.nodes | add > 1000' | sort -u)" = true ]
    # Each player's first turn costs what its nodes are worth.
    [ "$(games '(1010 - .nodes[0] / 10 | ceil) == .clocks[0]' | sort -u)" = true ]
    [ "$(games '(1010 - .nodes[1] / 10 | ceil) == .clocks[1]' | sort -u)" = true ]
    # Players without nodes lose no time.
    referee $PLAYERS --games 4 --tc 1 --nodestime 10 --out builtin
    [ "$(games '.clocks | unique' builtin | sort -u)" = '[1000]' ]
}

@test "--nodestime needs UCI engines that have the option" {
    refused 2 "'x' is not a UCI engine" --player cmd=x proto=cecp name=x --player random --nodestime 10
    refused 1 'no option nodestime' --player cmd="$CHAOS" --player cmd="$CHAOS" --tc 1 --nodestime 10
    refused 2 'not a number from 1 to 10000' $PLAYERS --nodestime 0
}

# bats test_tags=plain
@test "openings: a file of positions and turns, in order and at random" {
    cat >openings <<'END'
e2e4 e7e5
rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - 0 1
d2-d4 d7-d5
END
    referee --player random --player greedy --openings openings --games 8
    [ "$(games '.opening' | xargs)" = "2 2 0 0 2 2 2 2" ]
    [ "$(games 'select(.game > 4) | .turns[:9]' | xargs)" \
        = "d2d4 d7d5 d2d4 d7d5 e2e4 e7e5 e2e4 e7e5" ]
    referee --player random --player greedy --openings openings order=random --games 6 --out shuffled
    [ "$(games '.fen + .turns[:9]' shuffled | sort | uniq -c | wc -l)" -ge 3 ]
    for seed in 1 5; do
        referee --player random --player greedy --openings openings order=random --games 6 --seed $seed --longest 1 \
            --out order$seed
        games .opening order$seed | xargs
    done > orders
    [ "$(sort -u orders | wc -l)" -gt 1 ]
    echo 'd2d3 d7d6' >>openings
    refused 1 'has changed since' --player random --player greedy --openings openings \
        --games 8 --out out
}

# bats test_tags=plain
@test "openings: start=N begins with the N-th, plies=N cuts them" {
    printf '%s\n' 'e2e4 e7e5 d2d3' 'd2d4' 'rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - 0 1' > openings
    local match=(--player random --player greedy --longest 1)
    referee "${match[@]}" --games 8 --openings openings start=2 plies=2
    [ "$(games 'select(.game % 2 == 1) | .opening' | xargs)" = '1 0 2 1' ]
    [ "$(games 'select(.game == 5) | .turns[:9]')" = 'e2e4 e7e5' ]
    # whole games do as well, once cut
    referee --player random --player random --games 2 --out whole
    refused 1 'the game is over after opening 1' "${match[@]}" --openings whole/games.pgn --out cut
    referee "${match[@]}" --games 4 --openings whole/games.pgn plies=3 --out cut
    [ "$(games .opening cut | xargs)" = '3 3 3 3' ]
    # a turn of mind control has two half-moves
    local mind=(--ruleset 6170-fall-2003-mindcontrol "${match[@]}")
    echo '6170-fall-2003-mindcontrol startpos moves e2e3,e7e6 d2d3,d7d6' > two
    referee "${mind[@]}" --openings two plies=2 --out mind
    [ "$(games .opening mind | xargs)" = '1 1' ]
    refused 2 'expected an even number of half-moves, not 3' "${mind[@]}" --openings two plies=3
    refused 1 'openings: start=4, but there are only 3 openings' "${match[@]}" --openings openings start=4
}

# bats test_tags=plain
@test "openings: games.pgn of another tournament" {
    referee --player random --player greedy --longest 4 --games 4
    referee --player random --player greedy --openings out/games.pgn --games 4 --out again
    [ "$(games .opening again | sort -u)" = 4 ]
    [ "$(games .turns | sed -n 2p)" \
        = "$(games '.turns | split(" ")[:4] | join(" ")' again | sed -n 4p)" ]
}

@test "what is ignored in a file of openings is said" {
    printf '1. e4 novelty e5 *\n' > in.pgn
    referee --player random --player greedy --openings in.pgn --longest 4 --games 2
    has 'misere-referee: in.pgn:1: ignored: words that are no turns (1)'
}

@test "bad openings are refused, with the file's name" {
    echo 'e2e4 e7e4' >illegal
    refused 1 illegal --player random --player random --openings illegal
    echo '8/8/8/8/8/8/8/K6k w - - 0 1' >over
    refused 1 over --player random --player random --openings over
    : >empty
    refused 1 empty --player random --player random --openings empty
    refused 1 nowhere --player random --player random --openings nowhere
    refused 1 'not a regular file' --player random --player random --openings /dev/zero
    refused 1 'not a book' --player random --player random --book illegal 4
    [ ! -e tournament ]
}

# bats test_tags=plain
@test "pass chips, in rulesets that have them" {
    referee --ruleset 6170-fall-2003 --player random --player random --chips 3 1 --games 20
    [ "$(games .fen | sort -u)" \
        = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 chips:3/1' ]
    games .turns | grep -q 0000
    refused 2 'no pass chips' --player random --player random --chips 1 1
    echo 'e2e4 e7e5' > openings
    refused 2 'cannot be given with --openings' --ruleset 6170-fall-2003 --player random --player random \
        --chips 3 1 --openings openings
    refused 2 'has two' --ruleset 6170-fall-2003-mindcontrol --player random --player random \
        --random-plies 3
}

# bats test_tags=threads,plain
@test "--balanced chooses other openings, repeatably" {
    local match='--ruleset losers --player random --player greedy --games 6'
    referee $match --random-plies 6
    referee $match --random-plies 6 --balanced 40 --out even
    referee $match --random-plies 6 --balanced 40 --out same
    for folder in out even same; do
        games .turns $folder | cut -d' ' -f1-6 > $folder.openings
    done
    same even.openings same.openings
    not cmp -s out.openings even.openings
    [ "$(sort -u even.openings | wc -l)" -eq 3 ]
    refused 2 'needs --random-plies or --book' $match --openings even.openings --balanced 40
    refused 2 'is not a number from' $match --random-plies 6 --balanced 0
    refused 2 'is not a number from' $match --random-plies 6 --balanced 40 9999
}

# bats test_tags=plain
@test "--balanced with more nodes chooses other openings" {
    local match='--ruleset 6170-fall-2003-mindcontrol --player random --player random --games 2 --seed 2'
    referee $match --random-plies 6 --balanced 250 --out quick
    referee $match --random-plies 6 --balanced 250 20000 --out thorough
    for folder in quick thorough; do
        games .turns $folder | cut -d' ' -f1-3 > $folder.openings
    done
    not cmp -s quick.openings thorough.openings
    [ "$(sort -u thorough.openings | wc -l)" -eq 1 ]
}

# bats test_tags=plain
@test "--sprt stops the match with a verdict" {
    referee --player minimax2 --player random --sprt 0 50 --games 2000 --concurrency 2
    [ "$(games .game | wc -l)" -lt 200 ]
    grep -q 'H1' out/crosstable.txt
    cp out/log.jsonl before
    referee --player minimax2 --player random --sprt 0 50 --games 2000 --concurrency 2
    same before out/log.jsonl
    refused 2 'elo0' --player random --player random --sprt 0 nan
    refused 2 'not for a knockout' --player random --player random --sprt 0 5 --format knockout
    refused 2 'two players' $PLAYERS --sprt 0 5
}

# bats test_tags=plain
@test "--sprt with model=normalized" {
    local match=(--player minimax2 --player random --games 2000)
    referee "${match[@]}" --sprt 0 50 model=normalized
    grep -qE '^  SPRT   normalised Elo 0 against 50: LLR \+[0-9.]+ .* H1 accepted after' out/crosstable.txt
    [ "$(jq -r .sprt.model out/results.json)" = normalized ]
    referee "${match[@]}" --sprt 0 50 0.05 0.05 model=logistic --out logistic
    grep -qE '^  SPRT   Elo 0 against 50' logistic/crosstable.txt
    [ "$(jq -r .sprt.model logistic/results.json)" = logistic ]
    refused 1 'another tournament' "${match[@]}" --sprt 0 50 --out out
    refused 2 "--sprt: model: 'x' is not logistic or normalized" "${match[@]}" --sprt 0 5 model=x
    refused 2 '--sprt: expected ELO0 ELO1 [ALPHA [BETA]] [model=normalized]' "${match[@]}" --sprt 0 model=logistic
    # the same figures in the table and for programs
    [ "$(sed -nE 's/^  nElo   \+?(-?[0-9.]+) .*/\1/p' out/crosstable.txt)" = \
        "$(jq -r '.match.normalizedElo * 10 | round / 10' out/results.json)" ]
}

# bats test_tags=plain
@test "--rating-interval prints Elo while games are played" {
    local players=(--player minimax2 --player random --random-plies 2 --seed 1)
    # a program that waits makes the games slow enough
    printf '#!/bin/sh\nwhile read -r line; do [ "$line" != ucinewgame ] || sleep 0.12; echo "$line"; done | "%s" seed=1\n' \
        "$CHAOS" > slow
    chmod +x slow
    "$BIN/misere-referee" --player cmd=./slow --player random --nodes 1 --games 8 --longest 4 --rating-interval 2 \
        --sprt 0 50 --random-plies 2 --out out 2> shown > /dev/null
    [ "$(grep -cE '^[0-9]+ games: slow against random: Elo .*, LOS [0-9.]+%, LLR [-+][0-9.]+ \(-2\.94 \.\. \+2\.94\)$' \
        shown)" -ge 3 ]
    grep -q '^2 games: ' shown
    "$BIN/misere-referee" $PLAYERS --games 2 --rating-interval 1 --out three 2> shown > /dev/null
    grep -A 1 '^[0-9]* games:$' shown | grep -q '^# *Player'
    "$BIN/misere-referee" "${players[@]}" --games 20 --quiet --rating-interval 1 --out quiet 2> shown > /dev/null
    [ ! -s shown ]
    command -v script || skip "no script"
    script -qec "stty cols 100 rows 20; '$BIN/misere-referee' ${players[*]} --games 400 --rating-interval 100 --out t" \
        /dev/null < /dev/null > screen
    grep -qE '[0-9]+ games: minimax2 against random: Elo' screen
}

@test "games that repeat earlier ones are no evidence" {
    local match=(--player misere name=a depth=1 --player misere name=b depth=2)
    referee "${match[@]}" --games 2 --out two
    referee "${match[@]}" --games 8 --concurrency 2
    grep -q '^Warning: 6 games repeat earlier ones, turn for turn; Elo, SPRT and pairs count them once\.$' \
        out/crosstable.txt
    same <(grep -E '^  (Score|Elo|LOS|Pairs)' two/crosstable.txt) <(grep -E '^  (Score|Elo|LOS|Pairs)' out/crosstable.txt)
    # openings are told apart by position
    printf '%s\n' 'g1f3 g8f6 b1c3' 'b1c3 g8f6 g1f3' 'g1f3 b8c6 b1c3' > list
    referee "${match[@]}" --games 8 --openings list --out list-out
    grep -q '^Warning: 4 games repeat' list-out/crosstable.txt
    not grep -q Warning two/crosstable.txt
    refused 2 'from one position all pairs would be the same two games' "${match[@]}" --sprt 0 5
}

# bats test_tags=threads,plain
@test "concurrency does not change the table of an SPRT" {
    for tables in 1 4; do
        run "$BIN/misere-referee" --quiet --player minimax2 --player greedy --random-plies 2 --seed 1 \
            --sprt 0 80 --concurrency $tables --out $tables
        [ "$status" -eq 0 ]
    done
    same 1/crosstable.txt 4/crosstable.txt
    same 1/scores.svg 4/scores.svg
}

# bats test_tags=plain
@test "a forfeit with hardly any time left is not a loss on time" {
    referee --player cmd="$CHAOS" name=bad arg=seed=1 arg=illegal=10000 tc=1000 \
        --player cmd="$CHAOS" name=poor arg=seed=2 tc=0.012 \
        --min-charge 5 --margin 200 --games 6 --random-plies 4 --longest 40
    "$BIN/misere-convert" --to xml out/games.pgn xml 2> report
    for number in $(games 'select(.reason == "illegalMove") | .game'); do
        result=$(games "select(.game == $number) | .result")
        file=$(printf 'xml/games-%06d.xml' "$number")
        [[ $(cat "$file") == *'<misere:forfeit '*'reason="illegal move"/>'* ]]
        "$BIN/misere-convert" "$file" "$number.pgn"
        grep -q "Result \"$result\"" "$number.pgn"
        grep -q 'Termination "rules infraction"' "$number.pgn"
    done
    grep -q 'Termination "rules infraction"' out/games.pgn
}

# bats test_tags=plain
@test "an engine that lacks a feature does not forfeit: the tournament is refused" {
    echo 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' > openings
    run timeout 300 "$BIN/misere-referee" --quiet --out out --ruleset losers --openings openings \
        --games 4 --tc 5 --player cmd="$TEST_BIN/mock_cecp" proto=cecp arg=few-features --player random
    [ "$status" -eq 1 ]
    [[ "$output" == *'has no setboard'* ]]
    [ "$(games .game | wc -l)" -eq 0 ]
}

@test "bad command lines are refused" {
    refused 2 "unknown option '--nonsense'" --nonsense
    refused 2 'at least two --player' --player random
    refused 2 'expected --player WORD' --player
    refused 2 'no command' --player random --player name=x --nodes 1
    refused 2 "unknown ruleset 'chess'; known: 6170-spring-1994, 6170-fall-2003, " \
        --ruleset chess $PLAYERS
    refused 2 "unknown key in 'colour=red'" --player random --player random colour=red
    refused 2 'not a number from 1' --games 0 $PLAYERS
    refused 2 'not a number from 1' --games 99999999999999999999 $PLAYERS
    refused 2 'at most 10000000 games' --games 10000000 $PLAYERS
    refused 2 'not a time control' --tc 5:x $PLAYERS
    refused 2 '2/10' --shard 3/2 $PLAYERS
    refused 1 '--shard needs --seed, the same as for the other games' --shard 1/2 $PLAYERS
    refused 1 '--after needs --seed' --after other $PLAYERS
    refused 1 'a shard cannot end an SPRT: add --first N' --shard 1/2 --sprt 0 10 --player random \
        --player greedy
    refused 2 'only one of' --resume a --report b
    refused 2 'the log already defines the tournament' --resume a --games 4
    refused 2 'CECP has no node limit' --player proto=cecp cmd=x --player random --nodes 4
    refused 2 'TextUI' --player proto=textui cmd=x --player random --depth 4
    refused 1 'not UTF-8' --player random $'name=\xff' --player random
    run "$BIN/misere-referee" --help
    [ "$status" -eq 0 ]
    [ "$(awk 'length > 100' <<<"$output")" = "" ]
    [ "$(grep -n '^Examples:$' <<<"$output" | cut -d: -f1)" \
        -lt "$(grep -n '^Players:$' <<<"$output" | cut -d: -f1)" ]
}

# bats test_tags=plain
@test "a network or a book that is not for the ruleset is refused, as is another ruleset" {
    local sources=$ROOT
    cp "$sources/engine/eval/networks/losers.net" "$sources/book/mate-wins.bin" .
    local match=(--player random --nodes 5 --games 1 --longest 2)
    refused 1 "option EvalFile, set to 'losers.net': " "${match[@]}" --player misere \
        option.EvalFile=losers.net
    [[ "$output" == *': answers info string EvalFile: a network of family losers; ruleset 6170-spring-2007 is played '* ]]
    refused 1 ': answers info string BookFile: it has nothing for the initial position of ruleset losers' \
        "${match[@]}" --ruleset losers --player misere option.BookFile=mate-wins.bin
    referee "${match[@]}" --ruleset losers --player misere option.EvalFile=losers.net
    refused 2 'option.UCI_Variant: the rules are those of --ruleset' "${match[@]}" --player misere option.UCI_Variant=losers
}

@test "players that cannot start are reported before the first game, and leave no log" {
    refused 1 'No such file' --player random --player cmd=/nonexistent --nodes 1 --out out
    refused 1 'no such program' --player random --player cmd=no-such-program --nodes 1 --out out
    refused 1 'exited with status 0' --player random --player cmd=true --nodes 1 --out out
    refused 1 'no uciok' --player random --player cmd=sleep arg=20 --nodes 1 --patience 200 \
        --out out
    refused 1 "no option 'UCI_Variant'" --player random --player "cmd=$TEST_BIN/mock_engine" \
        --nodes 1 --out out
    refused 1 "no option 'Pondr'" --player random --player misere option.Pondr=on --nodes 1 \
        --out out
    refused 1 ": option Hash: '0' is not a number from 1 to 65536" \
        --player random --player misere option.Hash=0 --nodes 1 --out out
    [[ "$output" == "misere-referee: player 'misere': Misere "* ]]
    refused 1 ': answers info string error: setoption: option BookFile: /no: No such file' \
        --player random --player misere name=x option.BookFile=/no --nodes 1 --out out
    [[ "$output" == "misere-referee: player 'x': option BookFile, set to '/no': Misere "* ]]
    refused 1 ": option UCI_Variant: 'loosers' is not one of 6170-spring-1994, " \
        --player random --player misere variant=loosers --nodes 1 --out out
    refused 2 "player 'random' has no options, so none such as 'Hash'" \
        --player random option.Hash=1 --player misere --nodes 1 --out out
    refused 1 'cannot enter' --player random --player "cmd=$CHAOS" dir=/nonexistent --nodes 1 \
        --out out
    referee $PLAYERS
}

# bats test_tags=threads,plain
@test "--quiet prints nothing on stderr; without it a pipe gets plain lines" {
    "$BIN/misere-referee" --quiet $PLAYERS --out out 2>errors >/dev/null
    [ ! -s errors ]
    "$BIN/misere-referee" $PLAYERS --out loud 2>errors >/dev/null
    grep -q '^6 of 6 games' errors
    not grep -q $'\x1b' errors
}

# bats test_tags=plain
@test "the progress counts the games that this run can play, and those that need not be played" {
    local PLAYERS="$PLAYERS --seed 1"
    "$BIN/misere-referee" $PLAYERS --games 4 --first 4 --out some 2>errors >/dev/null
    grep -q '^4 of 4 games' errors
    "$BIN/misere-referee" $PLAYERS --games 4 --first 6 --after some --out more 2>errors >/dev/null
    grep -q '^6 of 6 games' errors
    "$BIN/misere-referee" $PLAYERS --games 4 --first 7 --shard 1/2 --out part 2>errors >/dev/null
    grep -q '^4 of 4 games' errors
    # The second round depends on the other shard.
    "$BIN/misere-referee" $PLAYERS --player random name=d --format swiss --games 2 --rounds 2 \
        --shard 1/2 --out swiss 2>errors >/dev/null
    grep -q '^2 of 2 games' errors
}

@test "on a narrow terminal the table does not wrap, and one table remains at the end" {
    command -v script || skip "no script"
    script -qec "stty cols 60 rows 20; '$BIN/misere-referee' $PLAYERS --games 100 --out out" /dev/null \
        </dev/null >screen
    # each update turns wrapping off, and moves up by as many rows as the last one had
    grep -q $'\x1b\\[?7l' screen
    [ "$(grep -o $'\x1b\\[?7l' screen | wc -l)" -eq "$(grep -o $'\x1b\\[?7h' screen | wc -l)" ]
    perl -0777 -ne '@pictures = /\e\[\?7l(.*?)\e\[\?7h/sg; $rows = 0;
        for (@pictures) { ($up) = /^\e\[(\d+)A/; exit 1 if ($up // 0) != $rows; $rows = tr/\n// }
        exit !@pictures' screen
    perl -0777 -ne '($last, $after) = /.*\e\[\?7l(.*?)\e\[\?7h(.*)/s or exit 1;
        @tables = $after =~ /^# +Player/mg;
        exit($last =~ /Player/ || @tables != 1)' screen
    referee --player random $'name=\e[2Jx' --player random --out evil
    not grep -q $'\x1b' evil/crosstable.txt evil/scores.svg
}

# bats test_tags=plain
@test "the final table fits into a terminal; elsewhere it has the results of each pairing" {
    command -v script || skip "no script"
    local players='--player random --player greedy --player minimax2 --player misere --depth 1 --games 10 --random-plies 4 --quiet'
    script -qec "stty cols 80 rows 24; '$BIN/misere-referee' $players --out out" /dev/null </dev/null >screen
    [ "$(tr -d '\r' <screen | wc -L)" -le 80 ]
    [ "$(grep -c '^# .*Score .*SB' screen)" -eq 1 ]
    not grep -q '/10' screen
    [ "$(grep -c '/10' out/crosstable.txt)" -eq 4 ]
    [ "$("$BIN/misere-referee" --report out | grep -c '/10')" -eq 4 ]
    script -qec "stty cols 120 rows 24; '$BIN/misere-referee' --report out" /dev/null </dev/null >screen
    [ "$(grep -c '/10' screen)" -eq 4 ]
}

# bats test_tags=threads
@test "a misbehaving engine forfeits for the right reason, with details in the log" {
    check() { # FAULT REASON DETAIL [OPTION]...
        rm -rf out
        referee --player "cmd=$CHAOS" arg=$1=10000 name=bad --player random --movetime 1000000 \
            --patience 1000000 --unchecked --games 1 "${@:4}"
        [[ "$(games '"\(.result) \(.reason): \(.detail // "")"')" == "0-1 $2: "*"$3"* ]] || { games .; return 1; }
    }
    check die crash 'exited with status 3'
    check mute crash 'no uciok' --patience 300
    check early illegalMove a1h8
    check exit crash 'exited with status 3'
    check kill crash 'signal 9'
    check hang timeExpired '' --movetime 50 --margin 300
    check stall timeExpired '' --movetime 50 --margin 300
    check lines flood 'MiB'
    check bytes flood 'MiB'
    check illegal illegalMove "'a1h8'"
    check empty nonsense bestmove
    check garbage illegalMove 'not a move'
    check huge nonsense bestmove
    check half timeExpired '' --movetime 50 --margin 300
    check errors flood 'MiB'
    check refuse crash 'this ruleset is not to my taste'
    check close crash 'still running'
    check orphan crash 'exited with status 4'
    gone "^$CHAOS orphan="
}

# bats test_tags=plain
@test "stderr.log has what programs write to standard error, within bounds" {
    printf '#!/bin/sh\necho "cannot find my book" >&2\nexec "%s" seed=1\n' "$CHAOS" > engine
    chmod +x engine
    referee --player cmd=./engine --player random --nodes 1 --games 2 --longest 4
    grep -qE '^[0-9.]+ engine\[[0-9]+\] <! cannot find my book$' out/stderr.log
    # nothing is written, and there is no file
    referee --player "cmd=$CHAOS" --player random --nodes 1 --longest 4 --out silent
    [ ! -e silent/stderr.log ]
    # without end, from before the first game to its end
    referee --player "cmd=$CHAOS" arg=complain=10000 name=bad --player random --nodes 1 --games 1 --longest 40 \
        --out flood --transcript dialogue
    [ "$(stat -c %s flood/stderr.log)" -lt 17000000 ]
    [ "$(stat -c %s dialogue)" -lt "$((1100000 * ($(grep -c -e '->' dialogue) + 1)))" ]
}

# bats test_tags=threads,slow
@test "many games against faulty engines: no game, process or memory is lost" {
    run env OVERRUN_MS=300000 MISERE_BIN="$BIN" MISERE_TESTS="$TEST_BIN" "$ROOT/tests/stress/stress-referee" \
        $((${MISERE_SANITIZED:+0 *} 80 + 20))
    [ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

# bats test_tags=plain,slow
@test "after random kills and truncations a resumed log is as if uninterrupted" {
    run env MISERE_BIN="$BIN" MISERE_TESTS="$TEST_BIN" "$ROOT/tests/stress/random-kill" \
        $((${MISERE_SANITIZED:+0 *} 8 + 2)) 5
    [ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

# bats test_tags=plain
@test "mind control and anti-king games with the engine" {
    for ruleset in 6170-fall-2003-mindcontrol 6170-spring-2006-antiking; do
        referee --ruleset $ruleset --player misere --player random --nodes 300 --games 4 \
            --concurrency 2 --longest 150 --out $ruleset
        [ "$(games 'select(.reason | test("checkmate|piecesLost|tooLong|stalemate") | not)' $ruleset)" \
            = "" ]
    done
    [ ! -x "$TEST_BIN/judge" ] || "$TEST_BIN/judge" */log.jsonl
}

# bats test_tags=plain
@test "an independent judge agrees with the referee" {
    [ -x "$TEST_BIN/judge" ] || skip "no judge"
    referee --ruleset 6170-fall-2003 --chips 2 2 $PLAYERS --games 20 --draws --random-plies 3
    referee --ruleset losers $PLAYERS --games 20 --draws --out losers
    referee --player "cmd=$CHAOS" arg=illegal=100 arg=garbage=100 --player random --nodes 1 \
        --games 30 --out illegal
    "$TEST_BIN/judge" {out,losers,illegal}/log.jsonl
    sed '2s/"reason":"[a-zA-Z]*"/"reason":"threefold"/' out/log.jsonl >wrong.jsonl
    not "$TEST_BIN/judge" wrong.jsonl
}

# bats test_tags=plain
@test "TextUI programs play whole games" {
    referee --player proto=textui "cmd=$BIN/misere-textui" arg=--level arg=0 name=textui --player random \
        --tc 3000 --games 2 --concurrency 2 --longest 50
    [ "$(games 'select(.reason | test("checkmate|piecesLost|tooLong|stalemate") | not)')" = "" ]
    [ "$(games '.turns | split(" ") | length' | awk '$1 < 10')" = "" ]
}

# bats test_tags=plain
@test "TextUI programs of fall 2003 play whole games" {
    referee --ruleset 6170-fall-2003 --player proto=textui-2003 "cmd=$BIN/misere-textui" \
        arg=--dialect arg=fall-2003 arg=--level arg=0 name=textui --player random --tc 3000 --games 2 \
        --concurrency 2 --longest 30
    [ "$(games 'select(.reason | test("checkmate|piecesLost|tooLong|stalemate") | not)')" = "" ]
}

# bats test_tags=plain
@test "faulty CECP and TextUI programs forfeit for the right reason" {
    [ -x "$TEST_BIN/mock_cecp" ] && [ -x "$TEST_BIN/mock_textui" ] || skip "no mocks"
    check() { # PROTOCOL WORD REASON [CLOCK]
        rm -rf out
        referee --player proto=$1 "cmd=$TEST_BIN/mock_$1" ${2:+arg=$2} name=bad variant=normal \
            --player random --tc "${4:-3000}" --games 1
        [ "$(games '.result + " " + .reason')" = "0-1 $3" ] || { games .; return 1; }
    }
    check cecp exit-go crash
    check cecp lines-go flood
    check cecp resign-go resignation
    check cecp claim-go falseClaim
    check cecp empty-go nonsense
    check textui exit-choose crash
    check textui hang-choose timeExpired 2
    check textui two-words nonsense
}

# bats test_tags=plain
@test "restart=auto, on and off: when a program is started anew for a game" {
    starts() { # PROGRAM WORD...: how often the program starts in four games, with once before the tournament
        printf '#!/bin/sh\necho start >> starts\nexec "%s" "$@"\n' "$1" > engine
        chmod +x engine
        rm -rf out starts
        referee --player cmd=./engine name=x "${@:2}" --player random --games 4 --longest 4 --tc 3000
        wc -l < starts
    }
    [ "$(starts "$CHAOS" arg=seed=1)" -eq 2 ]
    [ "$(starts "$CHAOS" arg=seed=1 restart=auto)" -eq 2 ]
    [ "$(starts "$CHAOS" arg=seed=1 restart=on)" -eq 5 ]
    [ "$(starts "$CHAOS" arg=seed=1 restart=off)" -eq 2 ]
    # A CECP engine may ask for it; one that has failed is started anew in any case.
    local cecp=("$TEST_BIN/mock_cecp" proto=cecp variant=normal)
    [ "$(starts "${cecp[@]}")" -eq 2 ]
    [ "$(starts "${cecp[@]}" arg=few-features)" -eq 5 ]
    [ "$(starts "${cecp[@]}" arg=few-features restart=off)" -eq 2 ]
    [ "$(starts "$CHAOS" arg=exit=10000 restart=off)" -eq 5 ]
}

# bats test_tags=plain
@test "timemargin: by how much one player may exceed its time" {
    # each answers 600 ms late
    referee --each arg=stall=10000 --player "cmd=$CHAOS" name=late --player "cmd=$CHAOS" name=free timemargin=1000000 \
        --movetime 50 --games 2 --longest 4
    [ "$(games 'select((.white == "late") == (.result == "0-1")) | .reason' | xargs)" = 'timeExpired timeExpired' ]
}

# bats test_tags=plain
@test "--affinity: each game has a processor of its own" {
    printf '#!/bin/sh\ntaskset -pc $$ | sed "s/.*: //" >> cpus\nexec "%s" "$@"\n' "$CHAOS" > engine
    chmod +x engine
    local match=(--player cmd=./engine arg=seed=1 --player cmd=./engine arg=seed=2 --nodes 1 --games 4 --longest 6)
    referee "${match[@]}" --affinity --unchecked
    local first=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')
    [ "$(sort -u cpus)" = "$first" ]
    rm cpus
    [ "$(nproc)" -eq 1 ] || referee "${match[@]}" --affinity --unchecked --concurrency 2 --out two
    [ "$(nproc)" -eq 1 ] || [ "$(sort -u cpus | grep -cxE '[0-9]+')" -eq 2 ]
    refused 1 '--affinity: 500 games at once need as many processors, but there are only' "${match[@]}" --affinity \
        --concurrency 500 --out many
}

# bats test_tags=plain
@test "ponder=on: UCI engines get go ponder and ponderhit, CECP engines hard" {
    local other=(--player misere name=other nodes=300) match=(--games 2 --random-plies 4 --longest 30)
    referee --player misere name=it ponder=on nodes=3000 "${other[@]}" "${match[@]}" --transcript uci
    # each search while the other one thinks ends as a search for a move, or is stopped
    local begun=$(grep -c -e '-> go ponder nodes 3000$' uci) hits=$(grep -c -e '-> ponderhit$' uci)
    [ "$begun" -gt 4 ] && [ "$hits" -gt 0 ]
    [ $((hits + $(grep -c -e '-> stop$' uci))) -eq "$begun" ]
    grep -q -e '-> setoption name Ponder value true$' uci
    [ "$(games .reason | grep -vcxE 'tooLong|checkmate|piecesLost|stalemate')" -eq 0 ]
    [ ! -x "$TEST_BIN/judge" ] || "$TEST_BIN/judge" out/log.jsonl
    referee --player misere proto=cecp name=it ponder=on depth=4 "${other[@]}" "${match[@]}" --out cecp --transcript cecp.txt
    grep -q -e '-> hard$' cecp.txt
    # in each game it is told to go once; then the moves of the other are enough
    [ "$(grep -c -e '-> go$' cecp.txt)" -eq 2 ]
    [ "$(games .reason cecp | grep -vcxE 'tooLong|checkmate|piecesLost|stalemate')" -eq 0 ]
    # mind control, with turns of two half-moves, and forced passes
    referee --ruleset 6170-fall-2003-mindcontrol --player misere name=it ponder=on nodes=500 "${other[@]}" --games 2 \
        --longest 40 --out mind
    [ "$(games .reason mind | grep -vcxE 'tooLong|checkmate|piecesLost|stalemate')" -eq 0 ]
    refused 1 "ponder=on: Chaos: has no option 'Ponder'" --player "cmd=$CHAOS" ponder=on --player random --nodes 1
    refused 2 'ponder=on is only for UCI and CECP engines' --player random ponder=on --player random
    refused 2 'player '"'misere'"': ponder=on does not go with --affinity' --player misere ponder=on --player random --affinity
    refused 2 'ponder=on does not go with --nodestime' --player misere ponder=on --player random --nodestime 10
}
