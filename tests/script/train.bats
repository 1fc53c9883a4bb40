#!/usr/bin/env bats
# misere-train: self-play games, training, and errors.

load helpers

play() { # RULESET GAMES FILE [WORD...]
    "$BIN/misere-train" play --ruleset "$1" --games "$2" --nodes 60 --out "$3" "${@:4}" 2> /dev/null
}

refused() { # STATUS TEXT WORD...
    run "$BIN/misere-train" "${@:3}"
    [ "$status" -eq "$1" ]
    [[ "$output" == *"$2"* ]]
}

# bats test_tags=plain
@test "self-play is repeatable, depends on the seed, and is the same with two threads" {
    play losers 10 a
    play losers 10 b --threads 2
    play losers 10 c --seed 2
    cmp a b
    not cmp -s a c
    [ "$(stat -c %s a)" -gt 1000 ]
}

# interrupt SIGNAL FILE WORD...: ends self-play once it has written some games.
interrupt() {
    env --default-signal=INT "$BIN/misere-train" play --out "$2" "${@:3}" 2> /dev/null &
    local player=$!
    await_size "$2.part" 5000
    kill "-$1" "$player"
    wait "$player" || true
    [ ! -e "$2" ]
    [ -e "$2.part" ]
}

# bats test_tags=plain
@test "self-play that was interrupted or killed continues, and the file is the same" {
    play losers 200 whole
    for signal in INT KILL; do
        games=(--ruleset losers --games 200 --nodes 60)
        interrupt "$signal" "$signal" "${games[@]}" --threads 2
        size=$(stat -c %s "$signal.part")
        head -c "$size" "$signal.part" > before
        run "$BIN/misere-train" play --out "$signal" "${games[@]}"
        [ "$status" -eq 0 ]
        like '^continuing after [1-9][0-9]* of 200 games'
        cmp whole "$signal"
        [ ! -e "$signal.part" ]
    done
    run "$BIN/misere-train" play --out KILL "${games[@]}"
    [ "$status" -eq 0 ]
    has 'KILL is complete already'
    cmp whole KILL
}

@test "self-play on a full disk ends with status 1, and continues when there is room" {
    play losers 60 whole
    run bash -c 'ulimit -f 8; "$@"' sh "$BIN/misere-train" play --ruleset losers --games 60 --nodes 60 \
        --out shard
    [ "$status" -eq 1 ]
    [[ "$output" == *'shard.part: File too large'* ]]
    [[ "$output" == *'the same command continues after '[1-9]*' of 60 games'* ]]
    play losers 60 shard
    cmp whole shard
}

@test "files of other games and of anything else are refused and kept" {
    play losers 5 shard
    cp shard kept
    refused 1 'shard: exists, with --nodes 60, not 61' \
        play --ruleset losers --games 5 --nodes 61 --out shard
    refused 1 'shard: exists, with games of the ruleset losers, not 6170-spring-1994' \
        play --ruleset 6170-spring-1994 --games 5 --nodes 60 --out shard
    cmp shard kept
    echo precious > letter
    refused 1 'letter: not a file of positions from misere-train' \
        play --ruleset losers --games 5 --nodes 60 --out letter
    [ "$(cat letter)" = precious ]
}

@test "merging makes one position of equal ones, and changes nothing the second time" {
    play losers 40 a
    play losers 40 b --seed 2
    run "$BIN/misere-train" merge --out all a b a
    [ "$status" -eq 0 ]
    [[ "$output" =~ '3 files, '([0-9]+)' positions, '([0-9]+)' duplicates dropped, '([0-9]+)' written' ]]
    size=$(stat -c %s all)
    [ "$size" -eq $((104 + 32 * BASH_REMATCH[3])) ]
    [ "${BASH_REMATCH[1]}" -eq $((BASH_REMATCH[2] + BASH_REMATCH[3])) ]
    [ "$size" -le $(($(stat -c %s a) + $(stat -c %s b) - 104)) ]
    [ "$size" -gt "$(stat -c %s a)" ]
    cp all kept
    run "$BIN/misere-train" merge --out all all
    [ "$status" -eq 0 ]
    cmp <(tail -c +105 all) <(tail -c +105 kept)
    play 6170-spring-2007 1 other
    refused 1 'more than one family of rulesets: losers and mate-loses' merge --out all a other
    cmp <(tail -c +105 all) <(tail -c +105 kept)
}

@test "positions are exported as text, and imported" {
    play losers 20 games
    run "$BIN/misere-train" export --out text games
    [ "$status" -eq 0 ]
    [[ "$output" =~ ([0-9]+)' positions written, 0 in the middle of a turn left out' ]]
    [ "$(wc -l < text)" -eq "${BASH_REMATCH[1]}" ]
    run grep -cEv '^[1-8kqrbnpKQRBNP/]+ [wb] - - 0 1 [|] -?[0-9]+ [|] [01]([.][0-9e-]+)?$' text
    [ "$output" = 0 ]
    # A position in which White must capture is left out.
    { cat text; echo; echo '4k3/8/8/8/8/4p3/3P4/4K3 w - - 0 1 | 0 | 0.5'; } > more
    run "$BIN/misere-train" import --ruleset losers --out again more
    [ "$status" -eq 0 ]
    [ "$output" = "$(wc -l < text) positions written, 1 left out, in which a capture is forced or the game is over or was not decided by play" ]
    [ "$(stat -c %s again)" -eq "$(stat -c %s games)" ]
    "$BIN/misere-train" export --out twice again > /dev/null
    cmp <(cut -d'|' -f1,2 text) <(cut -d'|' -f1,2 twice)
    echo 'rubbish' >> more
    refused 1 "more:$(wc -l < more): expected FEN | SCORE | RESULT" import --ruleset losers --out again more
    refused 2 '--ruleset is missing' import --out again more
    refused 2 'export has no option --ruleset' export --ruleset losers --out again games
    mind=6170-fall-2003-mindcontrol
    play $mind 1 mind
    run "$BIN/misere-train" export --out text mind
    [[ "$output" =~ ' positions written, '[1-9][0-9]*' in the middle of a turn left out' ]]
}

# bats test_tags=plain
@test "games are imported: a log, and the same games as PGN" {
    "$BIN/misere-referee" --quiet --ruleset losers --seed 1 --random-plies 4 --nodes 60 --games 6 --out match \
        --player misere --player cmd="$BIN/misere" name=B nodes=80 > table
    run "$BIN/misere-train" import --ruleset losers --out log.dat match/log.jsonl
    [ "$status" -eq 0 ]
    [[ $output =~ ^([0-9]+)' positions written, '[1-9][0-9]*' left out' && ${BASH_REMATCH[1]} -gt 30 ]]
    [ "$(stat -c %s log.dat)" -eq $((104 + 32 * ${BASH_REMATCH[1]})) ]
    "$BIN/misere-train" import --ruleset losers --out pgn.dat match/games.pgn
    cmp log.dat pgn.dat
    "$BIN/misere-train" export --out text log.dat > report
    "$BIN/misere-train" import --ruleset losers --out again.dat text
    [ "$(stat -c %s again.dat)" -eq "$(stat -c %s log.dat)" ]
    # what a player who won thought of its last quiet position
    jq -r 'select(.result) | .result' match/log.jsonl | grep -q '^[01]-[01]$'
    grep -q '| 1$' text
    refused 1 'games.pgn: the games use the ruleset losers, not antichess' import --ruleset antichess --out no match/games.pgn
    printf '1. e3 e6 1/2-1/2\n' > bare.pgn
    refused 1 'bare.pgn: no turn has a score' import --ruleset losers --out no bare.pgn
    [ ! -e no ]
    # any numbers
    printf '1. e3 {[%%eval #99999]} e6 {[%%eval 99999]} 2. d3 {[%%eval #-1]} 1-0 {White resigns}\n' > high.pgn
    sed -i '1i [Termination "normal"]\n' high.pgn
    "$BIN/misere-train" import --ruleset losers --out high.dat high.pgn
    "$BIN/misere-train" export --out high.txt high.dat
    [ "$(cut -d'|' -f2,3 high.txt | tr -d '\n')" = ' 31744 | 1 30000 | 1 -31744 | 1' ]
    # a game lost on time says nothing
    printf '[Termination "time forfeit"]\n\n1. e3 {[%%eval 0.10]} e6 {[%%eval 0.20]} 1-0\n' > time.pgn
    run "$BIN/misere-train" import --ruleset losers --out time.dat time.pgn
    [ "${output%%,*}" = '0 positions written' ]
}

@test "merging on a full disk keeps the old file" {
    play losers 40 a
    play losers 5 all
    cp all kept
    run bash -c 'ulimit -f 8; "$@"' sh "$BIN/misere-train" merge --out all all a
    [ "$status" -eq 1 ]
    [[ "$output" == *'all: File too large'* ]]
    cmp all kept
    [ "$(ls)" = $'a\nall\nkept' ]
}

# fit OUT WORD...: trains with two threads on the file `games`.
fit() {
    "$BIN/misere-train" fit --threads 2 --out "$1" "${@:2}" games 2> /dev/null
}

# bats test_tags=plain
@test "training that was interrupted or killed continues, and the network is the same" {
    local epochs=12
    play losers 150 games
    fit whole --epochs $epochs
    [ ! -e whole.checkpoint ]
    xmllint --noout whole.svg
    grep -q 'validation error' whole.svg
    for signal in INT KILL; do
        echo precious > "$signal"
        env --default-signal=INT "$BIN/misere-train" fit --threads 2 --out "$signal" --epochs $epochs games \
            2> /dev/null &
        trainer=$!
        for ((i = 0; i < 15000; i++)); do
            [ ! -e "$signal.checkpoint" ] || break
            sleep 0.02
        done
        kill "-$signal" "$trainer"
        not wait "$trainer"
        [ "$(cat "$signal")" = precious ]
        cp "$signal.checkpoint" kept
        refused 1 "$signal.checkpoint: belongs to a training with another --epochs" \
            fit --out "$signal" --epochs $((epochs + 1)) games
        refused 1 'belongs to a training with other positions' fit --out "$signal" --epochs $epochs games games
        cmp "$signal.checkpoint" kept
        run "$BIN/misere-train" fit --threads 2 --out "$signal" --epochs $epochs games
        [ "$status" -eq 0 ]
        like '^continuing after [0-9.]* of '$epochs' epochs'
        cmp whole "$signal"
        [ ! -e "$signal.checkpoint" ]
    done
    cp KILL net
    head -c 3000 kept > net.checkpoint
    refused 1 'net.checkpoint: not a checkpoint of misere-train, or damaged' fit --out net --epochs $epochs games
    [ -e net.checkpoint ]
}

@test "training that has ended is not repeated; one that diverges stops" {
    play losers 60 games
    fit net --epochs 1
    cp net kept
    run "$BIN/misere-train" fit --epochs 1 --out net games
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = 'net is complete already' ]
    cmp net kept
    run "$BIN/misere-train" fit --epochs 2 --out net games
    [ "$status" -eq 0 ]
    like '^epoch  2 of 2'
    cp net kept
    refused 1 'the training has diverged: its error is much larger than at the beginning; a smaller --rate may help' \
        fit --rate 1 --epochs 20 --out net games
    cmp net kept
    [ ! -e net.checkpoint ]
}

# bats test_tags=plain
@test "two processes do not write the same file at the same time" {
    play losers 60 games
    env --default-signal=INT "$BIN/misere-train" fit --threads 2 --out whole --epochs 400 games 2> /dev/null &
    local trainer=$!
    for ((i = 0; i < 15000; i++)); do
        [ ! -e whole.checkpoint ] || break
        sleep 0.02
    done
    refused 1 'misere-train: whole: another misere-train is writing it' fit --out whole --epochs 400 games
    refused 1 'misere-train: whole: another misere-train is writing it' merge --out whole games
    fit other --epochs 1
    kill -INT "$trainer"
    not wait "$trainer"
    [ -e whole.checkpoint ]
    [ ! -e whole.lock ]
    exec 8> all.lock # left by a process that was killed
    "$BIN/misere-train" merge --out all games
    flock 8
    "$BIN/misere-train" merge --out all games # another file is at its place now
    exec 8>> all.lock
    flock 8
    refused 1 'misere-train: all: another misere-train is writing it' merge --out all games
    exec 8>&-
    refused 1 'missing: No such file' merge --out all missing
    refused 1 'missing: No such file' fit --out all missing
    [ ! -e all.lock ]
}

@test "training on a full disk keeps the old network" {
    play losers 60 games
    echo precious > net
    run bash -c 'ulimit -f 100; "$@"' sh "$BIN/misere-train" fit --epochs 1 --out net games
    [ "$status" -eq 1 ]
    [[ "$output" == *'File too large'* ]]
    [ "$(cat net)" = precious ]
    fit net --epochs 1
    [ "$(head -c 12 net)" = "Misere net 3" ]
}

# width NETWORK: how many neurons it uses for each side.
width() {
    od -An -tu4 -j24 -N4 "$1" | tr -d ' '
}

@test "--width adds neurons to a network, which keeps them" {
    play losers 60 games
    fit narrow --epochs 1
    [ "$(width narrow)" = 64 ]
    fit wide --epochs 1 --from narrow --width 128
    [ "$(width wide)" = 128 ]
    fit again --epochs 1 --from wide
    [ "$(width again)" = 128 ]
    refused 2 'not a multiple of 64' fit --out net --width 100 games
    refused 1 '--width: the network given by --from has more neurons' fit --out net --from wide --width 64 games
}

@test "an output that cannot be written is reported before the work, and nothing is lost" {
    play losers 10 games
    mkdir folder net.checkpoint plot.svg.new shard.new
    echo precious > net
    # A file that is missing would be reported, too, but later.
    refused 1 'folder: not a regular file' merge --out folder missing
    refused 1 'shard.new: File exists' merge --out shard missing
    refused 1 'nowhere/net: No such file or directory' average --out nowhere/net missing
    refused 1 'folder: not a regular file' fit --out folder missing
    refused 1 'net.checkpoint: not a regular file' fit --out net missing
    refused 1 'plot.svg.new: File exists' fit --out plot missing
    refused 1 'nowhere/shard.part: No such file or directory' play --ruleset losers --out nowhere/shard
    refused 1 'shard.new: File exists' play --ruleset losers --games 5 --nodes 60 --out shard
    [ "$(stat -c %s shard.part)" -eq 104 ] # no game
    [ "$(cat net)" = precious ]
    # That of a finished self-play may stay as it is.
    mkdir games.new
    run "$BIN/misere-train" play --ruleset losers --games 10 --nodes 60 --out games
    [ "$status" -eq 0 ]
    has 'games is complete already'
    [ "$(ls | tr '\n' ' ')" = 'folder games games.new net net.checkpoint plot.svg.new shard.new shard.part ' ]
}

# bats test_tags=plain
@test "training reduces the error, can continue from a network, and is repeatable" {
    play 6170-spring-2007 200 games
    run "$BIN/misere-train" fit --epochs 4 --lambda 0 --out net games
    [ "$status" -eq 0 ]
    first=$(sed -n 's/^epoch  1 .*error \([0-9.]*\) .*/\1/p' <<< "$output")
    last=$(sed -n 's/^epoch  4 .*error \([0-9.]*\) .*/\1/p' <<< "$output")
    awk -v a="$first" -v b="$last" 'BEGIN { exit !(b > 0 && b < a) }'
    run "$BIN/misere-train" fit --epochs 1 --lambda 0 --from net --out net2 games
    [ "$status" -eq 0 ]
    again=$(sed -n 's/^epoch  1 .*error \([0-9.]*\) .*/\1/p' <<< "$output")
    awk -v a="$first" -v b="$again" 'BEGIN { exit !(b < a) }'
    run "$BIN/misere-train" fit --epochs 4 --lambda 0 --out net3 games
    cmp net net3
    run "$BIN/misere-train" fit --epochs 2 --rate 0 --from net --out net4 games
    cmp net net4
}

engine() { # LINE...
    printf '%s\n' "$@" | "$BIN/misere"
}

# bats test_tags=plain
@test "EvalFile loads a network for its family only, and refuses invalid files" {
    play 6170-spring-2007 20 games
    "$BIN/misere-train" fit --epochs 1 --out net games 2> /dev/null
    head -c 1000 net > short
    eval() { engine "$@" eval | sed -n 's/^For white *//p'; }
    built_in=$(eval)
    [ "$(eval "setoption name EvalFile value net")" != "$built_in" ]
    [ "$(eval "setoption name EvalFile value net" "setoption name EvalFile value")" = "$built_in" ]
    [ "$(eval "setoption name EvalFile value short")" = "$built_in" ]
    variant='setoption name UCI_Variant value losers'
    [ "$(eval "$variant")" = "$(eval "setoption name EvalFile value net" "$variant")" ]
    run engine "setoption name EvalFile value short"
    [[ "$output" == 'info string error: setoption: option EvalFile: short: wrong size: a network has '* ]]
    run engine "setoption name EvalFile value missing"
    [[ "$output" == *'option EvalFile: missing: No such file'* ]]
    run engine "setoption name EvalFile value net" "go nodes 1000" wait
    [[ "$output" == *bestmove* ]]
}

# make_networks WORD...: two rounds of 60 games in shards of 20; $OUT is the folder for the networks.
make_networks() {
    GAMES=60 SHARD_GAMES=20 NODES=50 EPOCHS=1 ROUNDS=2 WORK=work \
        timeout 300 "$ROOT/tools/make-networks" "$@"
}

# bats test_tags=plain
@test "make-networks plays and trains in rounds, goes on after an interruption, and plays parts" {
    export MISERE_BIN=$BIN OUT=out JOBS=2
    make_networks antiking
    engine 'setoption name EvalFile value out/antiking.net' | { ! grep error; }
    refused 1 'another family' play --from out/antiking.net --ruleset losers --out x
    [ "$(ls work/antiking-1.d work/antiking-2.d | grep -c 6170)" -eq 6 ]
    cp work/antiking-1.d/*.2 shard
    cp work/antiking-2.net net

    # Without the second network and two shards, one of them begun.
    rm work/antiking-2.net work/antiking-2.d/*.3
    mv work/antiking-2.d/*.1 begun
    { printf 'Misere part    2'; tail -c +17 begun | head -c 88; } > work/antiking-2.d/6170-spring-2006-antiking.1.part
    run make_networks antiking
    [ "$status" -eq 0 ]
    has 'antiking, round 2 of 2: 0:00:00 elapsed'
    [ "$(grep -c '^1 to 4 pieces: ' <<< "$output")" -eq 2 ] # each round is calibrated separately
    unlike 'round 1'
    cmp net out/antiking.net

    # Two parts, played separately, are all shards of the round.
    rm -r work
    ROUNDS=1 make_networks --shard 1/2 antiking
    [ "$(ls work/antiking-1.d | wc -l)" -eq 2 ]
    make_networks --shard 2/2 antiking
    [ "$(ls work/antiking-1.d | wc -l)" -eq 3 ]
    cmp shard work/antiking-1.d/*.2
    run make_networks --shard 3/2 antiking
    [[ "$status" -eq 1 && "$output" == *"--shard '3/2': must be N/COUNT"* ]]
    echo 'GAMES=70' > work/settings
    run make_networks antiking
    [[ "$status" -eq 1 && "$output" == *'work holds games with GAMES=70, not GAMES=60'* ]]
    run make_networks chess
    [[ "$status" -eq 2 && "$output" == *"unknown family 'chess'"* ]]
}

# bats test_tags=plain
@test "make-networks refuses wrong settings before it plays" {
    export MISERE_BIN=$BIN OUT=out
    while IFS='|' read -r setting reason; do
        run env GAMES=60 SHARD_GAMES=20 WORK=work "$setting" "$ROOT/tools/make-networks" antiking
        [ "$status" -eq 1 ]
        has "make-networks: $setting: must be a number$reason"
    done << 'TEXT'
ROUNDS=none| from 1 to 999999999
GAMES=0| from 1 to 999999999
SHARD_GAMES=100000001| from 1 to 100000000
NODES=-1| from 1 to 999999999
EPOCHS=0| from 1 to 100000
EPOCHS=100001| from 1 to 100000
LAMBDA=3| from 0 to 1, such as 0.3
LAMBDA=1.5| from 0 to 1, such as 0.3
JOBS=all|, or a percentage of the cores
TEXT
    [ ! -e work ]
    mkdir work
    : > work/settings # left by a full disk
    EPOCHS=100000 LAMBDA=.25 GAMES=20 SHARD_GAMES=20 NODES=50 ROUNDS=1 WORK=work JOBS=1 \
        "$ROOT/tools/make-networks" --shard 1/1 antiking
    [ "$(cat work/settings)" = 'GAMES=20 SHARD_GAMES=20 NODES=50 EPOCHS=100000 LAMBDA=.25' ]
    [ "$(ls work)" = $'antiking-1.d\nsettings' ]
}

# bats test_tags=plain
@test "make-networks says why a shard cannot be played" {
    export MISERE_BIN='failing programs' OUT=out
    mkdir "$MISERE_BIN"
    printf '%s\n' '#!/bin/sh' "[ \$1 != families ] || exec '$BIN/misere-train' families" 'seq 100 >&2' 'echo "misere-train: the disk is on fire" >&2' 'exit 3' \
        > "$MISERE_BIN/misere-train"
    chmod +x "$MISERE_BIN/misere-train"
    run make_networks antiking
    [ "$status" -eq 1 ]
    has 'misere-train: the disk is on fire'
    has 100
    unlike '^50$'
    has 'make-networks: antiking, round 1: not all games could be played; the same command continues'
    run make_networks --shard 1/1 antiking
    [ "$status" -eq 1 ]
    has 'misere-train: the disk is on fire'
    has 'make-networks: antiking, round 1: not all games of this part could be played; the same command continues'
    [ -z "$(ls work/antiking-1.d)" ]
}

# bats test_tags=plain,slow
@test "make-networks on several machines makes the same network" {
    local home
    WORLD=$(realpath "$BATS_TEST_TMPDIR")
    cp "$ROOT/tests/mocks/fake-ssh" "$WORLD"
    for home in me a/home b/home; do
        mkdir -p "$WORLD/$home/work/bin"
        cp "$BIN/misere-train" "$WORLD/$home/work/bin"
    done
    cd "$WORLD/me/work"
    export HOME="$WORLD/me" PARALLEL_SSH="$WORLD/fake-ssh" OUT=out MISERE_BIN=bin
    HOSTS=a,b JOBS=1 make_networks antiking
    run find "$WORLD"/?/home/work -type f -name '*antiking*'
    [ "$output" = '' ]
    mv work/antiking-2.net many.net
    rm -r work
    make_networks antiking
    cmp many.net work/antiking-2.net
}

# bats test_tags=plain
@test "mind control can be trained" {
    play 6170-fall-2003-mindcontrol 60 games
    "$BIN/misere-train" fit --epochs 1 --out net games 2> /dev/null
    [ "$(head -c 12 net)" = "Misere net 3" ]
}

@test "games of one family can be trained together, others cannot" {
    play 6170-spring-2007 20 a
    play 6170-fall-2007 2 b
    play losers 2 c
    "$BIN/misere-train" fit --epochs 1 --out net a b
    refused 1 'more than one family' fit --epochs 1 --out net a c
}

@test "--help and --version with and without a command" {
    for word in '' play fit; do
        run "$BIN/misere-train" $word --help
        [[ "$status" -eq 0 && "$output" == 'Usage: misere-train '* ]]
        run "$BIN/misere-train" $word --version
        [[ "$status" -eq 0 && "$output" == 'misere-train '* && "${#lines[@]}" -eq 1 ]]
    done
}

@test "families: each with its rulesets, and each ruleset once" {
    run "$BIN/misere-train" families
    [ "$status" -eq 0 ]
    has 'mate-wins 6170-spring-1994 6170-fall-2003'
    has 'non-royal antichess giveaway suicide'
    local rulesets
    rulesets=$(echo uci | "$BIN/misere" | sed -n 's/^option name UCI_Variant .* default [^ ]* var //p')
    [ "$(cut -d' ' -f2- <<< "$output" | tr ' ' '\n' | sort)" = "$(sed 's/ var /\n/g' <<< "$rulesets" | sort)" ]
    refused 2 "families reads no files: unexpected argument 'x'" families x
}

@test "wdl fits the WDL model" {
    play losers 60 games
    run "$BIN/misere-train" wdl games games games games games games games games
    [ "$status" -eq 0 ]
    [[ "${lines[-1]}" =~ ^'scale '[1-9][0-9]*', margin '[0-9]+$ ]]
    play losers 5 few
    run "$BIN/misere-train" wdl few
    [ "$status" -eq 1 ]
    like '^misere-train: [1-9][0-9]* positions that tell how a game ends are too few: the model needs 10000$'
    play 6170-spring-2007 5 others
    refused 1 'more than one family' wdl games others
    refused 2 'no files of positions are given' wdl
    refused 1 'missing: No such file' wdl missing
}

@test "calibrate does not change scores where results are few, and says so" {
    play losers 40 games
    run "$BIN/misere-train" calibrate --out same games
    [ "$status" -eq 0 ]
    like '^5 to 8 pieces: [0-9]+ results are fewer than 10000, so the scores stay$'
    like '^29 pieces or more: [0-9]+ results are fewer'
    cmp same games
    "$BIN/misere-train" calibrate --out games games
    cmp same games
    play 6170-spring-2007 5 others
    refused 1 'more than one family' calibrate --out all games others
    refused 2 'no files of positions are given' calibrate --out all
    [ ! -e all ]
}

@test "the output of every command is a file" {
    for command in 'play --ruleset losers' 'merge positions' 'calibrate positions' 'fit positions' 'average network'; do
        # shellcheck disable=SC2086
        refused 2 '--out must be a file, not standard output' $command --out -
    done
    [ ! -e - ]
}

@test "invalid files and command lines are refused with a reason" {
    head -c 3800 /dev/urandom > noise
    refused 1 'noise: not a file of positions from misere-train' fit --out net noise
    refused 1 'missing: No such file' fit --out net missing
    play losers 1 few
    refused 1 'positions are too few to train a network' fit --out net few
    head -c -1 few > cut
    echo precious > letter
    { cat few; echo; } > long
    { head -c 104 few; tail -c +105 few | tr '\0' '\377'; } > damaged
    { head -c 60 few; printf x; tail -c +62 few; } > head
    mkfifo pipe
    refused 1 'cut: the file is truncated' fit --out net cut
    refused 1 'long: wrong size' fit --out net long
    refused 1 'damaged: position 1 is not valid' fit --out net few damaged
    refused 1 'head: the header is damaged' fit --out net head
    refused 1 'pipe: not a regular file' fit --out net pipe
    refused 1 '.: not a regular file' fit --out net .
    refused 1 'pipe: not a regular file' fit --from pipe --out net few
    refused 2 'no files of positions are given' fit --out net
    refused 1 'noise: wrong size: a network has' fit --from noise --out net noise
    refused 1 '/nowhere/out' play --ruleset losers --out /nowhere/out
    refused 2 "unknown ruleset 'chess'" play --ruleset chess --out out
    refused 2 '--ruleset' play --out out
    refused 2 '--out' play --ruleset losers
    refused 2 "--games: 'none' is not a number from 1 to 100000000" \
        play --ruleset losers --games none --out out
    refused 2 'lambda' fit --lambda 2 --out out
    refused 2 'rate' fit --rate 2 --out out
    refused 2 'fit has no option --games' fit --games 5 --out net few
    refused 2 'merge has no option --lambda' merge --out out --lambda=0.1 few
    refused 2 'play has no option --rate' --rate 1 play --ruleset losers --out out
    refused 2 'average has no option --memory' average --mem 1 --out out few
    refused 2 'wdl has no option --out' wdl --out out few
    refused 2 "play reads no files: unexpected argument 'few'" play --ruleset losers --out out few
    refused 2 'calibrate has no option --memory' calibrate --memory 1 --out out few
    refused 2 'play, merge, calibrate, fit, average, export, import, wdl or families' dance --out out
    refused 2 '--out is missing' merge few
    refused 2 'no files of positions are given' merge --out out
    refused 1 'letter: not a file of positions' merge --out letter few letter
    [ "$(cat letter)" = precious ]
    refused 2 'a command is missing'
    [ ! -e net ]
}

# bats test_tags=plain
@test "average: the mean of networks of one family" {
    local networks="$ROOT/engine/eval/networks"
    play losers 20 games
    "$BIN/misere-train" fit --epochs 1 --from "$networks/losers.net" --out fitted games 2> /dev/null
    "$BIN/misere-train" average --out same fitted
    cmp same fitted
    "$BIN/misere-train" average --out mean "$networks/losers.net" fitted
    not cmp -s mean fitted
    not cmp -s mean "$networks/losers.net"
    "$BIN/misere-train" average --out mean mean "$networks/losers.net" "$networks/losers.net" # over one of them
    # From byte 24 on: the weights of the inputs, two bytes each. Each must be within one of the mean.
    paste <(od -An -v -td2 -w2 -j24 -N2000 "$networks/losers.net") <(od -An -v -td2 -w2 -j24 -N2000 fitted) \
        <(od -An -v -td2 -w2 -j24 -N2000 mean) |
        awk '{ d = $3 - (5 * $1 + $2) / 6; if (d > 1 || d < -1) exit 1; n++ } END { exit n != 1000 }'
    refused 1 'another family' average --out x "$networks/losers.net" "$networks/antiking.net"
    refused 1 'nowhere.net' average --out x nowhere.net
    refused 2 'no networks' average --out x
    refused 2 '--out is missing' average mean
    [ ! -e x ]
}
