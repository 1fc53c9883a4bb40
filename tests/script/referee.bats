#!/usr/bin/env bats
# The referee from the command line: options, folders, results, exit statuses.
# MISERE_BIN: the programs' folder (default bin); MISERE_TESTS: the mocks' (default build/tests).

load helpers

setup() {
    BIN=$(realpath "${MISERE_BIN:-bin}")
    MOCKS=$(realpath "${MISERE_TESTS:-build/tests}")
    SCHEMAS=$(realpath "$BATS_TEST_DIRNAME/../../schemas")
    CHAOS="$MOCKS/mock_chaos"
    cd "$BATS_TEST_TMPDIR"
}

# referee WORD...: plays a tournament in the folder `out`, and expects success.
referee() {
    run timeout 300 "$BIN/misere-referee" --quiet --out out "$@"
    [ "$status" -eq 0 ] || { echo "status $status: $output"; return 1; }
}

# refused STATUS TEXT WORD...: expects that exit status, and one line that contains the text.
refused() {
    local wanted=$1 text=$2
    shift 2
    run timeout 300 "$BIN/misere-referee" --quiet "$@"
    [ "$status" -eq "$wanted" ] && [[ "$output" == "misere-referee: "*"$text"* ]] &&
        [ "${#lines[@]}" -eq 1 ] || { echo "status $status: $output"; return 1; }
}

# games FILTER [FOLDER]: applies a jq filter to the games of a log.
games() {
    tail -n +2 "${2:-out}/log.jsonl" | jq -rc "$1"
}

# played GAMES [FOLDER]: waits until the log has GAMES games; fails after minutes.
played() {
    for _ in {1..6000}; do
        [ ! -f "${2:-out}/log.jsonl" ] || [ "$(wc -l <"${2:-out}/log.jsonl")" -le "$1" ] || return 0
        sleep 0.05
    done
    return 1
}

# same FILE FILE
same() {
    diff -u "$1" "$2"
}

# gone PATTERN: waits until processes whose command lines match have ended; fails after minutes.
gone() {
    for _ in {1..3000}; do
        pgrep -f -- "$1" >/dev/null || return 0
        sleep 0.05
    done
    pgrep -af -- "$1"
    return 1
}

PLAYERS="--player random --player greedy --player minimax2"

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
    for file in log.jsonl games.pgn crosstable.txt results.json scores.svg; do
        same one/$file out/$file
    done
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
    run timeout 300 "$BIN/misere-referee" --out out --longest 6 --player "cmd=$CHAOS" --player greedy
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
        [ ! -x "$MOCKS/judge" ] || "$MOCKS/judge" $ruleset/log.jsonl
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
    [ -x "$MOCKS/judge" ] || return 0
    "$MOCKS/judge" {passes,alone,both}/log.jsonl
    # the judge notices an adjudication that comes too late, too early, or not at all
    sed '1s/movecount=3/movecount=2/' both/log.jsonl >late.jsonl
    sed '1s/movecount=3/movecount=4/' both/log.jsonl >early.jsonl
    sed 's/adjudicatedLoss/resignation/' both/log.jsonl >other.jsonl
    for log in late early other; do
        not "$MOCKS/judge" $log.jsonl
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
    [ -x "$MOCKS/judge" ] || return 0
    "$MOCKS/judge" {out,far}/log.jsonl
    sed '1s/score=8/score=9/' far/log.jsonl >late.jsonl
    sed '1s/movenumber=6/movenumber=7/' out/log.jsonl >early.jsonl
    for log in late early; do
        not "$MOCKS/judge" $log.jsonl
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
        --games 4 --tc 1+0.01 --nodestime 10)
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
@test "openings: a file of positions and turns, in order and shuffled" {
    cat >openings <<'END'
e2e4 e7e5
rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - 0 1
d2-d4 d7-d5
END
    referee --player random --player greedy --openings openings --games 8
    [ "$(games '.opening' | xargs)" = "2 2 0 0 2 2 2 2" ]
    [ "$(games 'select(.game > 4) | .turns[:9]' | xargs)" \
        = "d2d4 d7d5 d2d4 d7d5 e2e4 e7e5 e2e4 e7e5" ]
    referee --player random --player greedy --openings openings shuffled --games 6 --out shuffled
    [ "$(games '.fen + .turns[:9]' shuffled | sort | uniq -c | wc -l)" -ge 3 ]
    echo 'd2d3 d7d6' >>openings
    refused 1 'has changed since' --player random --player greedy --openings openings \
        --games 8 --out out
}

# bats test_tags=plain
@test "openings: games.pgn of another tournament" {
    referee --player random --player greedy --longest 4 --games 4
    referee --player random --player greedy --openings out/games.pgn --games 4 --out again
    [ "$(games .opening again | sort -u)" = 4 ]
    [ "$(games .turns | sed -n 2p)" \
        = "$(games '.turns | split(" ")[:4] | join(" ")' again | sed -n 4p)" ]
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
    local match='--ruleset 6170-fall-2003-mindcontrol --player random --player random --games 2 --seed 4'
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
        run "$BIN/misere-referee" --quiet --player minimax2 --player greedy --random-plies 2 \
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
        --min-charge 5 --margin 200 --games 6 --random-plies 4 --longest 40 --xml
    for number in $(games 'select(.reason == "illegalMove") | .game'); do
        result=$(games "select(.game == $number) | .result")
        file=$(printf 'out/games/%06d.xml' "$number")
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
        --games 4 --tc 5 --player cmd="$MOCKS/mock_cecp" proto=cecp arg=few-features --player random
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

@test "players that cannot start are reported before the first game, and leave no log" {
    refused 1 'No such file' --player random --player cmd=/nonexistent --nodes 1 --out out
    refused 1 'no such program' --player random --player cmd=no-such-program --nodes 1 --out out
    refused 1 'exited with status 0' --player random --player cmd=true --nodes 1 --out out
    refused 1 'no uciok' --player random --player cmd=sleep arg=20 --nodes 1 --patience 200 \
        --out out
    refused 1 "no option 'UCI_Variant'" --player random --player "cmd=$MOCKS/mock_engine" \
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

@test "unusable folders are refused" {
    referee $PLAYERS
    refused 1 'another tournament' $PLAYERS --games 4 --out out
    refused 1 'another tournament' --player random --player greedy --out out
    refused 1 'another tournament' $PLAYERS --seed 2 --out out
    refused 1 'No such file' --resume nowhere
    refused 1 'No such file' --report nowhere
    refused 1 'No such file' $PLAYERS --out /proc/no/such
    : >file
    refused 1 'Not a directory' $PLAYERS --out file
    refused 1 "'misere-referee 2'" \
        --resume "$(sed '1s/misere-referee 1/misere-referee 2/' out/log.jsonl |
        (mkdir new; cat >new/log.jsonl; echo new))"
    refused 1 "'misere-referee 2'" --report new
    mkdir strange
    echo 'hello' >strange/log.jsonl
    refused 1 'strange/log.jsonl:1' $PLAYERS --out strange
    [ "$(cat strange/log.jsonl)" = hello ]
    mkdir -p pipe
    mkfifo pipe/log.jsonl
    refused 1 'regular file' $PLAYERS --out pipe
    sed -i '3s/"result"/"result:/' out/log.jsonl
    refused 1 'out/log.jsonl:3' --resume out
}

@test "inconsistent logs are refused" {
    referee --player random --player greedy --games 4
    break_log() { # EXPRESSION TEXT
        rm -rf broken
        mkdir broken
        sed "$1" out/log.jsonl >broken/log.jsonl
        refused 1 "$2" --report broken
    }
    break_log '2s/"opening":0/"opening":-1/' opening
    break_log '2s/"turns":"..../"turns":"e2e5/' e2e5
    break_log '2s/"fen":"r/"fen":"x/' FEN
    break_log '2s/"result":"[^"]*"/"result":"2-0"/' 2-0
    break_log '2s/"white":"random"/"white":"greedy"/' 'game 1'
    break_log '3s/"game":2/"game":1/' ':3: this game is already in the log'
    break_log '3s/"game":2/"game":99/' ':3: not a game'
}

# bats test_tags=threads
@test "a full disk interrupts the tournament, which can be continued" {
    referee --player random --player greedy --games 40 --out whole
    run bash -c "ulimit -f 16; '$BIN/misere-referee' --quiet --player random --player greedy --games 40 --out out"
    [ "$status" -eq 1 ]
    [[ "$output" == *'out/log.jsonl: File too large'* ]]
    referee --player random --player greedy --games 40
    same whole/log.jsonl out/log.jsonl
}

# bats test_tags=threads
@test "SIGINT: status 130, games in progress are abandoned, finished games are kept" {
    local players="--player cmd=$CHAOS name=a arg=seed=1 --player cmd=$CHAOS name=b arg=seed=2"
    "$BIN/misere-referee" --quiet $players --nodes 1 --games 40000 --concurrency 2 --out out \
        >/dev/null 2>errors &
    local pid=$!
    played 10
    kill -INT $pid
    local status=0
    wait $pid || status=$?
    [ $status -eq 130 ]
    grep -q -- '--resume out --concurrency 2$' errors
    gone "^$CHAOS seed="
    # A log does not say which shard it is.
    "$BIN/misere-referee" --quiet $players --nodes 1 --games 40000 --shard 1/2 --out half >/dev/null 2>errors &
    pid=$!
    played 1 half
    kill -INT $pid
    status=0
    wait $pid || status=$?
    [ $status -eq 130 ]
    grep -q 'To continue, give the same command again' errors
    local before=$(games .game | wc -l)
    [ "$before" -gt 0 ] && [ "$before" -lt 40000 ]
    [ "$(grep -c '^\[Result ' out/games.pgn)" -eq "$before" ]
    cp out/log.jsonl before.jsonl
    run timeout 300 "$BIN/misere-referee" --quiet --resume out --trust --first $((before + 20)) \
        --concurrency 2
    [ "$status" -eq 0 ]
    [ "$(games .game | wc -l)" -ge $((before + 10)) ]
    [ "$(comm -23 <(sort before.jsonl) <(sort out/log.jsonl))" = "" ]
}

# forge WORD...: puts words in front of the arguments in the log of the folder out.
forge() {
    local words
    words=$(jq -nc '$ARGS.positional' --args -- "$@")
    jq -c --argjson words "$words" 'if .log then .arguments = $words + .arguments else . end' \
        out/log.jsonl > forged
    mv forged out/log.jsonl
}

@test "a log chooses the contest and nothing else" {
    referee --player random --player greedy --games 4 --first 2
    cp -r out whole
    for words in '--out elsewhere' '--transcript victim' '--xml' '--shard 1/2' '--help'; do
        rm -rf out
        cp -r whole out
        forge $words
        refused 1 "${words%% *} does not belong in a log" --resume out
    done
    [ ! -e elsewhere ] && [ ! -e victim ]
}

@test "--resume runs a program that the log names only if the user allows it" {
    printf '#!/bin/sh\ntouch "%s/ran"\nexec "%s"\n' "$PWD" "$CHAOS" > program
    chmod +x program
    referee --player cmd=./program name=a --player "cmd=$CHAOS" name=b --nodes 1 --longest 6 --first 1
    rm ran
    run timeout 300 "$BIN/misere-referee" --quiet --resume out < /dev/null
    [ "$status" -eq 1 ] && [ ! -e ran ]
    has 'The log names these programs:'
    has '  ./program'
    like 'were not run; --trust runs them$'
    run timeout 300 script -qec "$BIN/misere-referee --quiet --resume out" /dev/null <<< n
    [ "$status" -eq 1 ] && [ ! -e ran ]
    like 'Run them\?'
    run timeout 300 script -qec "$BIN/misere-referee --quiet --resume out" /dev/null <<< y
    [ "$status" -eq 0 ] && [ -e ran ]
    # words are quoted, and characters that hide others are escaped
    sed -i '1s/"name=a"/"name=a","arg=two words","arg=it'"'"'s","arg=a\\u202eb"/' out/log.jsonl
    run timeout 300 "$BIN/misere-referee" --quiet --resume out < /dev/null
    has "  ./program 'two words' 'it'\\''s' 'a\\xe2\\x80\\xaeb'"
    # options of our engine may name files, too
    referee --player misere 'option.Debug Log File=log' --player random --nodes 1 --longest 4 \
        --first 1 --out ours
    run timeout 300 "$BIN/misere-referee" --quiet --resume ours < /dev/null
    [ "$status" -eq 1 ]
    referee --player misere --player random --nodes 1 --longest 4 --first 1 --out plain
    run timeout 300 "$BIN/misere-referee" --quiet --resume plain < /dev/null
    [ "$status" -eq 0 ]
}

@test "a log says which programs played, and no others continue it" {
    printf '#!/bin/sh\nexec "%s" seed=1\n' "$CHAOS" > engine
    chmod +x engine
    printf 'one' > net
    : > engine.log
    local match=(--player cmd=./engine arg=net name=a --player random --nodes 1 --games 4 --longest 6)
    referee "${match[@]}" --first 2
    [ "$(head -1 out/log.jsonl | jq -c '.players | map([.name, .id, (.files | keys)])')" = \
        '[["a","Chaos",["argument 1","program"]],["random",null,[]]]' ]
    printf 'two' > net
    refused 1 "player 'a': the hash of argument 1 is '" --out out "${match[@]}"
    refused 1 "player 'a': the hash of argument 1 is '" --resume out --trust
    rm net
    refused 1 'is missing' --out out "${match[@]}"
    printf 'one' > net
    referee "${match[@]}"
    [ "$output" != *Warning* ]
    # a program that was built again is another one, even if no game is left
    cp engine before
    echo '# rebuilt' >> engine
    refused 1 'the hash of program is' --out out "${match[@]}"
    mv before engine
    sed -i '1s/"Chaos"/"Order"/' out/log.jsonl
    referee "${match[@]}" # nobody is started
    head -3 out/log.jsonl > few
    mv few out/log.jsonl
    refused 1 "the program's own name is 'Chaos' now, and was 'Order'" --out out "${match[@]}"
    # options that name a file that the engine writes may change it
    local learner=(--player misere 'option.Debug Log File=engine.log' --player random --nodes 1 --games 4 --longest 4)
    referee "${learner[@]}" --first 2 --out learner
    [ -s engine.log ]
    referee "${learner[@]}" --out learner
}

@test "a log that does not say which programs played can be continued, with a warning" {
    referee --player random --player greedy --games 4 --first 2
    sed -i '1s/,"players":.*/}/' out/log.jsonl
    referee --player random --player greedy --games 4
    like '^Warning: an older referee began this log, which does not say which programs played'
    [ "$(games .game | wc -l)" -eq 4 ]
    run timeout 300 "$BIN/misere-referee" --quiet --resume out
    like '^0 games played: this tournament is complete.$'
}

@test "while a referee uses a folder, a second one and --report are refused" {
    local match=(--player "cmd=$CHAOS" arg=hang=10000 --player "cmd=$CHAOS" --movetime 1000000 --unchecked)
    "$BIN/misere-referee" --quiet "${match[@]}" --out out >/dev/null 2>&1 &
    local pid=$!
    played 0
    refused 1 'another referee' "${match[@]}" --out out
    refused 1 'another referee' --report out
    kill -KILL $pid
    wait $pid || true
    gone "^$CHAOS hang=10000"
    refused 1 'another tournament' $PLAYERS --out out
}

# bats test_tags=plain
@test "--report writes the same result files again" {
    referee $PLAYERS --games 4 --xml
    cp -r out before
    rm -r out/games out/games.pgn out/crosstable.txt out/scores.svg
    run "$BIN/misere-referee" --report out --xml
    [ "$status" -eq 0 ]
    diff -r before out
}

# bats test_tags=plain
@test "--xml: a game that was not played has no file, and a file that exists is kept" {
    referee $PLAYERS --games 4 --first 3 --xml
    [ "$(cd out/games && echo *)" = '000001.xml 000002.xml 000003.xml' ]
    echo kept > out/games/000002.xml
    referee --resume out --xml
    [ "$(ls out/games | wc -l)" -eq 12 ]
    [ "$(< out/games/000002.xml)" = kept ]
}

# bats test_tags=plain
@test "a new log is not put beside the XML files of another tournament" {
    referee --player random --player greedy --xml
    rm out/log.jsonl
    refused 1 'out/games: these games are not of this tournament' --player random --player greedy --xml --out out
    refused 2 'is too long' --player random --player greedy --out "$(printf '%05000d' 0)"
}

@test "without --out no tournament is in the way of another" {
    for seed in 1 2 3 2; do
        run timeout 300 "$BIN/misere-referee" --quiet --player random --player greedy --seed $seed
        [ "$status" -eq 0 ]
    done
    like '^In tournament-2: log.jsonl'
    like '^0 games played: this tournament is complete.$'
    [ "$(echo tournament*)" = 'tournament tournament-2 tournament-3' ]
    [ "$(jq .seed tournament-3/results.json)" -eq 3 ]
}

# bats test_tags=plain
@test "results.json has all figures" {
    referee --player greedy --player random --games 21 --random-plies 4 --longest 60
    local log=$(games .result | sort | uniq -c | tr -s ' ')
    [ "$(jq -r '.players | map(.name) | sort | join(" ")' out/results.json)" = 'greedy random' ]
    [ "$(jq '.games' out/results.json)" -eq 21 ]
    [ "$(jq '.match | .wins + .draws + .losses' out/results.json)" -eq 21 ]
    [ "$(jq '.match.pentanomial | add' out/results.json)" -eq 10 ]
    [ "$(jq '[.reasons[]] | add' out/results.json)" -eq 21 ]
    [ "$(jq '.reasons.tooLong // 0' out/results.json)" -eq "$(games 'select(.reason == "tooLong")' | wc -l)" ]
    # the table has the same figures
    [ "$(jq -r '.match.score * 1000 | round / 10' out/results.json)" = \
        "$(sed -nE 's/^  Score +([0-9.]+)%.*/\1/p' out/crosstable.txt | sed 's/\.0$//')" ]
    [ "$(jq -r '.match.varianceOf' out/results.json)" = pairs ]
    # without an error there are no numbers for it
    referee --player misere depth=1 --player random --games 2 --out won
    [ "$(jq -c '.match | [.elo, .eloUpper]' won/results.json)" = '[null,null]' ]
    referee --player minimax2 --player random --sprt 0 50 --games 2000 --out sprt
    [ "$(jq -r '.sprt.verdict' sprt/results.json)" = H1 ]
}

@test "results agree with the log" {
    referee $PLAYERS --games 10
    xmllint --noout out/scores.svg
    [ "$(grep -c '^\[Event ' out/games.pgn)" -eq 30 ]
    [ "$(sed -n 's/^\[Result "\(.*\)"\]/\1/p' out/games.pgn | xargs)" = "$(games .result | xargs)" ]
    for player in random greedy minimax2; do
        local wins=$(games "select((.white == \"$player\" and .result == \"1-0\") or
            (.black == \"$player\" and .result == \"0-1\")) | 1" | wc -l)
        local drawn=$(games "select((.white == \"$player\" or .black == \"$player\") and
            .result == \"1/2-1/2\") | 1" | wc -l)
        awk -v p=$player -v w=$wins -v d=$drawn '$2 == p { found = $6 == 20 && $7 == w &&
            $8 == d && $5 == w + d / 2 } END { exit !found }' out/crosstable.txt
    done
    [ "$("$BIN/misere-convert" --to fen out/games.pgn - | wc -l)" -eq 30 ]
}

@test "games.pgn and the XML files have marks of opening turns, scores and clocks" {
    local convert="$BIN/misere-convert"
    referee --player "cmd=$CHAOS" --player random --tc 60+1 --random-plies 3 --games 2 --xml \
        --longest 6
    tr '\n' ' ' <out/games.pgn | grep -q '^.* 1\. [^ ]* { book } 1\.\.\. [^ ]* { book } 2\. '
    [ "$(grep -o '{ book }' out/games.pgn | wc -l)" -eq 6 ]
    grep -qE '\[%eval -?[0-9]\.[0-9]{2},1\]' out/games.pgn
    [ "$(grep -o '\[%clk 0:0[01]:[0-9.]*\]' out/games.pgn | wc -l)" -eq 12 ]
    [ "$(grep -o 'misere:opening="true"' out/games/000001.xml | wc -l)" -eq 3 ]
    "$convert" out/games.pgn again.pgn 2>report
    same out/games.pgn again.pgn
    not grep -q 'not stored' report
    "$convert" out/games/000001.xml one.pgn 2>report
    not grep -q 'clocks' report
    grep -q '^\[TimeControl "60+1"\]' one.pgn
    "$convert" one.pgn one.xml
    same out/games/000001.xml one.xml
}

# bats test_tags=plain
@test "XML files are valid and replay" {
    for ruleset in 6170-spring-2007 6170-spring-2006-antiking 6170-fall-2003-mindcontrol; do
        referee --ruleset $ruleset --player random --player greedy --games 4 --tc 60+1 --xml \
            --out $ruleset
        xmllint --noout --schema "$SCHEMAS/antichess.xsd" $ruleset/games/*.xml 2>errors ||
            xmllint --noout --schema "$SCHEMAS/antichess-2003.xsd" $ruleset/games/*.xml
        [ "$(ls $ruleset/games | wc -l)" -eq 4 ]
    done
    printf 'LoadGame %s human human\nPrintBoard\n' "$PWD/6170-spring-2007/games/000001.xml" |
        "$BIN/misere-textui" >answers
    not grep -qi 'corrupt' answers
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
        [ "$(games '.result + " " + .reason')" = "0-1 $2" ] || { games .; return 1; }
        [[ "$(games '.detail // ""')" == *"$3"* ]] || { games .; return 1; }
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
    check close crash 'still running'
    check orphan crash 'exited with status 4'
    gone "^$CHAOS orphan="
}

# bats test_tags=threads,slow
@test "hundreds of games against faulty engines: no game, process or memory is lost" {
    run env MISERE_BIN="$BIN" MISERE_TESTS="$MOCKS" "$BATS_TEST_DIRNAME/../stress/stress-referee" \
        $((${MISERE_SANITIZED:+0 *} 200 + 20))
    [ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

# bats test_tags=plain,slow
@test "after random kills and truncations a resumed log is as if uninterrupted" {
    run env MISERE_BIN="$BIN" MISERE_TESTS="$MOCKS" "$BATS_TEST_DIRNAME/../stress/random-kill" \
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
    [ ! -x "$MOCKS/judge" ] || "$MOCKS/judge" */log.jsonl
}

# bats test_tags=plain
@test "an independent judge agrees with the referee" {
    [ -x "$MOCKS/judge" ] || skip "no judge"
    referee --ruleset 6170-fall-2003 --chips 2 2 $PLAYERS --games 20 --draws --random-plies 3
    referee --ruleset losers $PLAYERS --games 20 --draws --out losers
    referee --player "cmd=$CHAOS" arg=illegal=100 arg=garbage=100 --player random --nodes 1 \
        --games 30 --out illegal
    "$MOCKS/judge" {out,losers,illegal}/log.jsonl
    sed '2s/"reason":"[a-zA-Z]*"/"reason":"threefold"/' out/log.jsonl >wrong.jsonl
    not "$MOCKS/judge" wrong.jsonl
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
    [ -x "$MOCKS/mock_cecp" ] && [ -x "$MOCKS/mock_textui" ] || skip "no mocks"
    check() { # PROTOCOL WORD REASON [CLOCK]
        rm -rf out
        referee --player proto=$1 "cmd=$MOCKS/mock_$1" ${2:+arg=$2} name=bad variant=normal \
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
@test "restart=on starts the program anew for each game" {
    printf '#!/bin/sh\necho start >> starts\nexec "%s" "$@"\n' "$CHAOS" > engine
    chmod +x engine
    referee --player cmd=./engine arg=seed=1 --player random --concurrency 1 --games 4 --longest 4
    [ "$(wc -l < starts)" -eq 2 ] # once before the tournament
    rm -r starts out
    referee --player cmd=./engine arg=seed=1 restart=on --player random --concurrency 1 --games 4 --longest 4
    [ "$(wc -l < starts)" -eq 5 ]
}
