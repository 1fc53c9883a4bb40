#!/usr/bin/env bats
# The referee's files: the log, with what continues it; results; interruptions.

load referee-helpers

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
    run bash -c "ulimit -f 16; '$BIN/misere-referee' --quiet --player random --player greedy --games 40 --seed 1 --out out"
    [ "$status" -eq 1 ]
    [[ "$output" == *'out/games.pgn: File too large'* ]]
    referee --player random --player greedy --games 40
    same whole/log.jsonl out/log.jsonl
}

# Under ThreadSanitizer its runtime itself dies of that.
# bats test_tags=plain
@test "a full disk on which the log cannot begin ends the tournament" {
    run bash -c "ulimit -f 0; '$BIN/misere-referee' --quiet --player random --player greedy --games 40 --out none"
    [ "$status" -eq 1 ]
    [[ "$output" == *'none/log.jsonl: File too large'* ]]
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
    grep -q -- '--resume out$' errors
    gone "^$CHAOS seed="
    # A log does not say which shard it is.
    "$BIN/misere-referee" --quiet $players --nodes 1 --games 40000 --shard 1/2 --seed 1 --out half >/dev/null 2>errors &
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
    for words in '--out elsewhere' '--transcript victim' '--coordinates' '--shard 1/2' '--help'; do
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
    referee $PLAYERS --games 4
    cp -r out before
    rm out/games.pgn out/crosstable.txt out/scores.svg
    run "$BIN/misere-referee" --report out
    [ "$status" -eq 0 ]
    diff -r before out
}

# bats test_tags=plain
@test "a path that is too long is refused" {
    refused 2 'is too long' --player random --player greedy --out "$(printf '%05000d' 0)"
}

@test "without --seed each tournament has its own, and goes on with it" {
    local match=(--player random --player greedy --random-plies 4 --games 6)
    run timeout 300 "$BIN/misere-referee" "${match[@]}" --first 2 --out out
    [ "$status" -eq 0 ]
    like '^No seed is given: --seed [1-9][0-9]* makes the same random choices again$'
    local seed=$(sed -nE 's/^No seed is given: --seed ([0-9]+) .*/\1/p' <<< "$output")
    [ "$(jq .seed out/results.json)" = "$seed" ]
    cp -r out resumed
    # the same command and --resume go on
    run timeout 300 "$BIN/misere-referee" "${match[@]}" --out out
    [ "$status" -eq 0 ]
    like "^No seed is given: --seed $seed "
    referee --resume resumed
    same out/log.jsonl resumed/log.jsonl
    # the seed that was shown makes the same games; without it they are others
    referee "${match[@]}" --seed "$seed" --out again
    [ "$(games .turns)" = "$(games .turns again)" ]
    run timeout 300 "$BIN/misere-referee" --quiet "${match[@]}" --out other
    [ "$(games .turns)" != "$(games .turns other)" ]
    refused 1 'another tournament' "${match[@]}" --seed 1 --out out
    # logs of older versions, without a seed, had 1
    sed -i '1s/"--seed","[0-9]*",//' other/log.jsonl
    sed -i '2,$d' other/log.jsonl
    referee "${match[@]}" --seed 1 --out one
    run timeout 300 "$BIN/misere-referee" --quiet "${match[@]}" --out other
    [ "$status" -eq 0 ]
    [ "$(games .turns one)" = "$(games .turns other)" ]
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
    # a match without a loss has no bounds
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

@test "games.pgn has marks of opening turns, scores and clocks" {
    local convert="$BIN/misere-convert"
    referee --player "cmd=$CHAOS" --player random --tc 60+1 --random-plies 3 --games 2 \
        --longest 6
    tr '\n' ' ' <out/games.pgn | grep -q '^.* 1\. [^ ]* { book } 1\.\.\. [^ ]* { book } 2\. '
    [ "$(grep -o '{ book }' out/games.pgn | wc -l)" -eq 6 ]
    grep -qE '\[%eval -?[0-9]\.[0-9]{2},1\]' out/games.pgn
    [ "$(grep -o '\[%clk 0:0[01]:[0-9.]*\]' out/games.pgn | wc -l)" -eq 12 ]
    "$convert" out/games.pgn again.pgn 2>report
    same out/games.pgn again.pgn
    not grep -q 'not stored' report
    "$convert" --to xml out/games.pgn xml 2> report
    [ "$(grep -o 'misere:opening="true"' xml/games-000001.xml | wc -l)" -eq 3 ]
    "$convert" xml/games-000001.xml one.pgn 2> report
    not grep -q 'clocks' report
    grep -q '^\[TimeControl "60+1"\]' one.pgn
    "$convert" one.pgn one.xml
    same xml/games-000001.xml one.xml
}

# bats test_tags=plain
@test "games.pgn has the games while others are played, and none twice after a kill" {
    local match=(--player "cmd=$CHAOS" arg=seed=1 --player random --nodes 1 --games 40000 --unchecked --seed 1)
    "$BIN/misere-referee" --quiet "${match[@]}" --out out > /dev/null 2>&1 &
    local pid=$!
    played 6
    [ "$(grep -c '^\[Round ' out/games.pgn)" -ge 5 ]
    kill -KILL $pid
    wait $pid || true
    gone "^$CHAOS seed="
    # what a kill may leave: the beginning of a game that is not in the log
    printf '[Event "torn"]\n[Round "1.99999"]\n' >> out/games.pgn
    local before=$(games .game | wc -l)
    referee --resume out --trust --first $((before + 3))
    [ "$(games .game | wc -l)" -eq $((before + 3)) ]
    [ "$(sed -n 's/^\[Round ".*\.\([0-9]*\)"\]$/\1/p' out/games.pgn)" = "$(seq $((before + 3)))" ]
    not grep -q torn out/games.pgn
}

# bats test_tags=plain
@test "--resume plays as many games at once as before" {
    # each program waits until three others run
    printf '%s\n' '#!/bin/bash' 'echo >> running' \
        'while [ ! -e open ] && [ "$(wc -l < running)" -lt 4 ]; do sleep 0.02; done' 'touch open' "exec '$CHAOS'" > engine
    chmod +x engine
    local match=(--player cmd=./engine name=a --player cmd=./engine name=b --nodes 1 --games 8 --longest 4 --unchecked)
    touch open
    referee "${match[@]}" --first 2 --concurrency 2
    rm open running
    referee --resume out --trust --unchecked
    [ "$(wc -l < running)" -ge 4 ]
    rm -f open running
    touch open
    referee "${match[@]}" --first 2 --concurrency 2 --out one
    rm running
    referee --resume one --trust --unchecked --concurrency 1
    [ "$(wc -l < running)" -eq 2 ]
}

# bats test_tags=plain
@test "games.pgn: PlyCount, and an event and a site of one's choice, also after --resume" {
    local match=(--player random --player greedy --random-plies 4 --games 4)
    referee "${match[@]}" --first 2 --event $'A "match"\tof two' --site Cambridge
    referee --resume out
    [ "$(grep -cFx '[Event "A \"match\" of two"]' out/games.pgn)" -eq 4 ]
    [ "$(grep -cFx '[Site "Cambridge"]' out/games.pgn)" -eq 4 ]
    [ "$(sed -n 's/^\[PlyCount "\(.*\)"\]$/\1/p' out/games.pgn)" \
        = "$(games '.turns | split(" ") | length')" ]
    refused 1 'another tournament' "${match[@]}" --event other --out out
    referee "${match[@]}" --out plain
    [ "$(grep -cFx '[Event "6170-spring-2007, match of 4 games, no limit"]' plain/games.pgn)" -eq 4 ]
    [ "$(grep -cFx '[Site "?"]' plain/games.pgn)" -eq 4 ]
    # a turn of mind control has two half-moves
    referee --ruleset 6170-fall-2003-mindcontrol --player random --player random --games 1 --longest 5 --out two
    [ "$(games '.turns | split(" ") | length' two)" -eq 5 ]
    grep -qFx '[PlyCount "10"]' two/games.pgn
}

# bats test_tags=plain
@test "games converted to XML are valid and replay" {
    for ruleset in 6170-spring-2007 6170-spring-2006-antiking 6170-fall-2003-mindcontrol; do
        referee --ruleset $ruleset --player random --player greedy --games 4 --tc 60+1 \
            --out $ruleset
        "$BIN/misere-convert" --to xml $ruleset/games.pgn xml-$ruleset 2> report
        xmllint --noout --schema "$SCHEMAS/antichess.xsd" xml-$ruleset/*.xml 2>errors ||
            xmllint --noout --schema "$SCHEMAS/antichess-2003.xsd" xml-$ruleset/*.xml
        [ "$(ls xml-$ruleset | wc -l)" -eq 4 ]
    done
    printf 'LoadGame %s human human\nPrintBoard\n' "$PWD/xml-6170-spring-2007/games-000001.xml" |
        "$BIN/misere-textui" >answers
    not grep -qi 'corrupt' answers
}
