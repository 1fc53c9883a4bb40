#!/usr/bin/env bats
# bats file_tags=plain,slow
# A tournament on several machines, simulated by tests/mocks/fake-ssh: the merged shards are byte for byte
# what one machine would have written, even if some machines fail.

load helpers

# The local home and those of the hosts a to d have the programs in work/bin, and nothing else.
setup() {
    local home
    MANY=$ROOT/tools/referee-many
    WORLD=$(realpath "$BATS_TEST_TMPDIR")
    cp "$ROOT/tests/mocks/fake-ssh" "$WORLD"
    for home in me a/home b/home c/home d/home; do
        mkdir -p "$WORLD/$home/work/bin"
        cp "$MISERE" "$BIN/misere-referee" "$WORLD/$home/work/bin"
    done
    export HOME="$WORLD/me" PARALLEL_SSH="$WORLD/fake-ssh"
    # Logs contain the date, which must not change during a test: it is noon.
    export TZ="NOON$((10#$(date -u +%H) - 12))"
    cd "$HOME/work"
}

NODES=(--player cmd=bin/misere --nodes 300 --random-plies 4)

# referee OPTION...: runs the local referee, by default with seed 1.
referee() {
    local seed=(--seed 1)
    [[ " $* " != *' --merge '* && " $* " != *' --seed '* ]] || seed=()
    timeout 300 bin/misere-referee --quiet "$@" "${seed[@]}"
}

# same FOLDER OTHER: expects the same log and result files in both.
same() {
    local file
    for file in log.jsonl crosstable.txt results.json games.pgn scores.svg; do
        cmp "$1/$file" "$2/$file"
    done
}

# games FOLDER: prints the number of games in its log.
games() {
    grep -c '^{"game"' "$1/log.jsonl"
}

# check_many [REFEREE-MANY-OPTION]... -- ARGUMENT...: expects the same results from many hosts and from one.
check_many() {
    timeout 300 "$MANY" --out many "$@" --seed 1
    while [ "$1" != -- ]; do shift; done
    shift
    referee --out one "$@"
    same one many
}

# spoil HOST LINE...: replaces the host's referee by a shell script; the real one becomes true-referee.
spoil() {
    local bin="$WORLD/$1/home/work/bin"
    shift
    mv "$bin/misere-referee" "$bin/true-referee"
    printf '%s\n' '#!/bin/bash' "$@" > "$bin/misere-referee"
    chmod +x "$bin/misere-referee"
}

@test "hosts are isolated from each other" {
    run -0 "$PARALLEL_SSH" b -- 'echo $HOME $TMPDIR ${PARALLEL_SSH-none}; pwd; cat' <<< input
    [ "$output" = "$WORLD/b/home $WORLD/b/tmp none"$'\n'"$WORLD/b/home"$'\n'input ]
    touch "$WORLD/b/down"
    run -255 "$PARALLEL_SSH" b true
    run -255 "$PARALLEL_SSH" e true
}

@test "a match on four hosts, which leaves no files on them" {
    check_many --hosts a,b,c,d --jobs 1 --shards 4 -- \
        --ruleset losers "${NODES[@]}" --player cmd=bin/misere name='two words' --games 12 \
        --longest 100
    [ "$(games many)" -eq 12 ]
    run -0 find "$WORLD"/?/home/work -name '*.jsonl'
    [ -z "$output" ]
}

@test "a folder whose name has a space: nothing else is removed from the hosts" {
    for host in a b; do
        mkdir "$WORLD/$host/home/work/results"
        touch "$WORLD/$host/home/work/results/precious"
    done
    timeout 300 "$MANY" --hosts a,b --jobs 1 --shards 2 --out 'results old' -- --player random --player greedy --games 8
    [ "$(games 'results old')" -eq 8 ]
    [ -e "$WORLD/a/home/work/results/precious" ]
    [ -e "$WORLD/b/home/work/results/precious" ]
    run -0 find "$WORLD"/?/home/work -path '*/parts*'
    [ -z "$output" ]
}

@test "by default there are 16 shards per host, and 1000 at most" {
    mkdir "$WORLD/stub" # a GNU Parallel that reaches no host
    ln -s "$(type -P false)" "$WORLD/stub/parallel"
    PATH="$WORLD/stub:$PATH" run -1 "$MANY" --hosts "$(seq -s , 63)" -- --player random
    [[ "$output" == *'cannot reach any host' ]]
    PATH="$WORLD/stub:$PATH" run -1 "$MANY" --hosts "$(seq -s , 63)" --shards 1001 -- --player random
    [[ "$output" == *'--shards 1001: must be from 1 to 1000' ]]
}

@test "a gauntlet and a round robin, with plain GNU Parallel" {
    local players=("${NODES[@]}" --player random --player greedy --player minimax2)
    for format in gauntlet round-robin; do
        referee --out "one-$format" "${players[@]}" --format "$format" --games 5
        parallel --will-cite --sshlogin a,b,c,d --jobs 1 --workdir . --retries 3 \
            --joblog "$format.log" --resume-failed --return "$format/{}/log.jsonl" \
            bin/misere-referee --shard {}/4 --quiet --concurrency 2 --out "$format/{}" \
            "${players[@]}" --format "$format" --games 5 --seed 1 ::: {1..4} < /dev/null
        referee --merge "$format"/? --out "$format"
        same "one-$format" "$format"
    done
}

@test "Swiss and knock-out: pairings that depend on results from other machines" {
    local players=(--player greedy --player random --player minimax2 --player random
        --player greedy --ruleset 6170-fall-2003-mindcontrol)
    check_many --hosts a,: --jobs 1 --shards 2 -- "${players[@]}" --format swiss --rounds 2
    rm -r one many
    check_many --hosts a,: --jobs 1 --shards 2 -- "${players[@]}" --format knockout
}

@test "an SPRT has the same verdict as on one machine" {
    local match=(--player minimax2 --player greedy --ruleset losers)
    referee --out one "${match[@]}" --sprt -50 50
    grep 'H1 accepted' one/crosstable.txt
    for sprt in '--sprt -50' --sprt=-50 '--sp -50'; do
        rm -rf many
        # shellcheck disable=SC2086
        "$MANY" --jobs 2 --shards 2 --batch 12 --out many -- "${match[@]}" $sprt 50 --seed 1
        [ "$(games many)" -lt 1000 ]
        [ "$(grep SPRT one/crosstable.txt)" = "$(grep SPRT many/crosstable.txt)" ]
    done
}

@test "without --seed all shards have the same, and go on with it" {
    local match=(--player random --player greedy --random-plies 4 --games 12)
    timeout 300 "$MANY" --jobs 2 --shards 3 --out many -- "${match[@]}" --first 4 || true
    [ "$(games many)" -eq 4 ]
    timeout 300 "$MANY" --jobs 2 --shards 3 --out many -- "${match[@]}"
    [ "$(games many)" -eq 12 ]
    referee --out one "${match[@]}" --seed "$(jq .seed many/results.json)"
    [ "$(tail -n +2 many/log.jsonl)" = "$(tail -n +2 one/log.jsonl)" ]
    timeout 300 "$MANY" --jobs 2 --shards 3 --out other -- "${match[@]}"
    [ "$(jq .seed many/results.json)" != "$(jq .seed other/results.json)" ]
}

@test "a killed referee, a failing host and one on which nothing works" {
    spoil b 'bin/true-referee "$@" &' 'sleep 0.3' 'kill -9 $!' \
        'mv bin/true-referee bin/misere-referee' 'exit 1'
    spoil c 'touch ../../down' 'kill -9 $PPID'
    rm "$WORLD/d/home/work/bin/misere"
    check_many --hosts a,b,c,d --jobs 1 --shards 6 -- --player cmd=bin/misere --player minimax2 \
        --ruleset losers --nodes 10000 --random-plies 4 --games 12
    [ -e "$WORLD/c/down" ]
    [ ! -e "$WORLD/b/home/work/bin/true-referee" ]
}

@test "a killed shard resumes where it stopped" {
    local match=(--ruleset losers --player cmd=bin/gated --player minimax2 --nodes 1000
        --random-plies 4 --games 16 --patience 1000000)
    # While there is a file `gate`, this engine does not begin a third game.
    printf '%s\n' '#!/bin/bash' 'while IFS= read -r line; do' \
        '[[ $line != ucinewgame ]] || ((++games < 3)) || while [ -e gate ]; do sleep 0.02; done' \
        'echo "$line"; done | bin/misere' > bin/gated
    chmod +x bin/gated
    touch gate
    bin/misere-referee --quiet "${match[@]}" --shard 1/2 --seed 1 --out part1 &
    local killed=$!
    for ((i = 0; i < 10000; i++)); do
        [ ! -e part1/log.jsonl ] || [ "$(games part1)" -lt 1 ] || break
        sleep 0.02
    done
    kill -9 "$killed"
    wait "$killed" || true
    rm gate
    local before
    before=$(games part1)
    [ "$before" -ge 1 ]
    [ "$before" -lt 8 ]
    cp part1/log.jsonl before.jsonl
    referee "${match[@]}" --shard 2/2 --out part2
    run -3 referee --merge part1 part2 --out all
    referee "${match[@]}" --shard 1/2 --out part1
    while read -r line; do
        grep -qxF -- "$line" part1/log.jsonl
    done < before.jsonl
    referee --merge part1 part2 --out all
    referee "${match[@]}" --out one
    same one all
}

@test "merging is idempotent, and independent of the order" {
    local match=(--player random --player greedy --games 10)
    for i in 1 2 3; do
        referee "${match[@]}" --shard "$i/3" --out "part$i"
    done
    run -3 referee --merge part2 --out all
    run -3 referee --merge part3 all part2 --out all
    referee --merge part1 --out all
    referee "${match[@]}" --out one
    same one all
    referee --merge all part2 part1 --out all
    referee --merge part1 --out all
    same one all
}

@test "logs that do not belong together are not merged" {
    local match=(--player random --player greedy --games 10)
    referee "${match[@]}" --shard 1/2 --out part1
    referee "${match[@]}" --shard 2/2 --out part2
    referee "${match[@]}" --seed 2 --out other
    run -1 referee --merge part1 other --out all
    [[ "$output" == *"other/log.jsonl: this is the log of another tournament"* ]]
    cp other/log.jsonl before.jsonl
    run -1 referee --merge part1 part2 --out other
    [[ "$output" == *"the log of another tournament"* ]]
    cmp other/log.jsonl before.jsonl

    cp -r part1 changed
    sed -i '2s/"result":"1-0"/"result":"1\/2-1\/2"/; 2s/"result":"0-1"/"result":"1-0"/' changed/log.jsonl
    run -1 referee --merge part1 part2 changed --out all
    [[ "$output" == *"changed/log.jsonl: game 1 differs in part1/log.jsonl"* ]]
}

@test "referee-many refuses bad command lines" {
    run -0 "$MANY" --help
    [[ "$output" == *"sbatch --array"* ]]
    run -1 "$MANY"
    run -1 "$MANY" --oops -- --player random
    run -1 "$MANY" --shards
    run -1 "$MANY" --shards 0 -- --player random
    run -1 "$MANY" --batch x -- --player random
    run -1 "$MANY" --out '' -- --player random
    run -1 "$MANY" -- --player cmd={/}
    run -1 "$MANY" --shards 2 -- --player random --player random --games never
    [[ "$output" == *"--games never"*"no further games could be played"* ]]
}

@test "a second referee-many for the same folder is refused" {
    mkdir many
    exec 8> many/lock
    flock 8
    run -1 "$MANY" --out many -- --player random --player random
    [[ "$output" == *"many: another process is playing"* ]]
}
