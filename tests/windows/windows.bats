#!/usr/bin/env bats
# The engine for Windows, run with wine: what differs from the other platforms, and games against the engine for Linux.

: "${MISERE_BIN:=build/windows/tested}"
load ../script/helpers

SHIPPED=${MISERE_WINDOWS:-$ROOT/bin/windows}
NATIVE=${MISERE_NATIVE:-$ROOT/bin/misere}
WON='position startpos moves c2c3 c7c6 b2b3 b8a6 b3b4 a6b4 c3b4 c6c5 b4c5 b7b6 c5b6 d8b6 f2f3 b6b1 a1b1 a8b8 b1b8 g7g6 b8c8'
UNFINISHED=${WON% b8c8}
LEARN='setoption name Experience File value file'

# Prints the path, in the form of Windows, of a file in the working directory.
windows_path() {
    printf 'Z:%s\\%s' "${PWD//\//\\}" "$1"
}

@test "bench and perft have the same counts as on Linux" {
    run "$MISERE" bench
    [ "$status" -eq 0 ]
    has "Nodes searched  : $(< "$DATA/bench-nodes")"
    [ "$(grep '^ *[0-9]*/' <<< "$output")" = "$("$NATIVE" bench | grep '^ *[0-9]*/')" ]
    for ruleset in 6170-spring-2007 6170-fall-2003-mindcontrol 6170-spring-2006-antiking losers; do
        engine "setoption name UCI_Variant value $ruleset" 'go perft 3' wait
        [ "$output" = "$(printf '%s\n' "setoption name UCI_Variant value $ruleset" 'go perft 3' wait | "$NATIVE")" ]
    done
}

@test "the program needs only libraries of Windows, and is shipped with its books" {
    run bash -c "objdump -p '$SHIPPED/misere.exe' | sed -n 's/.*DLL Name: //p' | sort"
    [ "$output" = $'KERNEL32.dll\nmsvcrt.dll' ]
    cp -r "$SHIPPED" shipped
    run timeout 300 "$WINE" shipped/misere.exe < <(printf '%s\n' 'setoption name OwnBook value true' 'go depth 1' wait)
    like '^info string book '
    unlike error
    [ -s shipped/LICENSE.txt ]
}

@test "output lines end in LF; input lines may end in CR LF" {
    "$MISERE" < <(printf 'position startpos moves e2e4\r\nd\r\n\r\nuci\r\ngo depth 2\r\nwait\r\nxboard\r\nping 7\r\nquit\r\n') > answers
    output=$(< answers)
    has 'Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1'
    has uciok
    has 'pong 7'
    unlike error
    not grep -q $'\r' answers
    run "$MISERE" --help
    like 'Misère'
}

@test "a console shows letters outside ASCII" {
    run timeout 300 script -qc "'$MISERE' --help" console
    like 'Misère is'
}

@test "paths may have drive letters, backslashes and letters outside ASCII" {
    mkdir 'Bücher 日本'
    losers_book book.bin
    mv book.bin 'Bücher 日本/ö.bin'
    for path in 'Bücher 日本/ö.bin' 'Bücher 日本\ö.bin' "$(windows_path 'Bücher 日本\ö.bin')" \
        "$(printf 'B\xfccher 2/\xf6.bin')"; do
        cp -r 'Bücher 日本' 'Bücher 2' # in the code page of Western Europe
        engine 'setoption name UCI_Variant value losers' 'setoption name OwnBook value true' \
            "setoption name BookFile value $path" 'position startpos moves a2a4' 'go depth 1' wait
        has 'bestmove h7h5'
        unlike error
    done
    engine "setoption name Debug Log File value $(windows_path 'Bücher 日本\ß.log')" isready \
        "setoption name Experience File value $(windows_path 'Bücher 日本\é.bin')" "$WON"
    unlike error
    printf '>> isready\n<< readyok\n' | cmp -n 22 - 'Bücher 日本/ß.log'
    [ -s 'Bücher 日本/é.bin' ]
}

@test "paths of what is no regular file are refused, with the reason" {
    mkdir folder
    local lines=() count=0
    for option in BookFile 'Experience File' EvalFile; do
        for file in folder Z: NUL CON COM1 'folder\' 'no/such' 'q:\file' 'a*?' '\\server\share\file' '\\.\pipe\none' \
            "$(printf '%0300d' 0)" "$(printf '%01100d' 0)"; do
            lines+=("setoption name $option value $file")
            count=$((count + 1))
        done
    done
    engine "${lines[@]}" isready 'go depth 1' wait
    [ "$(grep -cE "^info string error: setoption: option (BookFile|Experience File|EvalFile): .+" <<< "$output")" -eq "$count" ]
    has readyok
    like '^bestmove [a-h]'
    engine 'setoption name Debug Log File value folder'
    like '^info string error: setoption: option Debug Log File: folder: Is a directory'
    [ "$(ls)" = folder ]
}

# hold FILE: keeps the file open in another program until release; only reading is shared.
hold() {
    coproc HOLD { "$WINE" "$BIN/hold.exe" "$1"; }
    read -r -t 300 <&"${HOLD[0]}"
}

release() {
    local pid=$HOLD_PID # unset by bash once the program exits
    eval "exec ${HOLD[1]}>&-"
    wait "$pid"
}

@test "a file that another program has open is replaced as soon as it is closed, or stays unchanged" {
    engine "$LEARN" "$UNFINISHED" "$WON"
    hold file
    engine "$LEARN" "$UNFINISHED" "$WON" ucinewgame isready
    like '^info string error: Experience File: file: Permission denied'
    has readyok
    timeout 300 "$MISERE" < <(printf '%s\n' "$LEARN" "$UNFINISHED" "$WON" ucinewgame isready) > answers &
    engine_pid=$!
    while [ ! -e file.new ] && kill -0 "$engine_pid"; do sleep 0.05; done
    release
    wait "$engine_pid"
    [ "$(cat answers)" = readyok ]
    [ "$(learned)" -eq 2 ]
    rm answers
    [ "$(ls)" = file ]
}

@test "an engine waits for the lock of another, and removes its own lock file" {
    hold file.lock
    timeout 300 "$MISERE" < <(printf '%s\n' 'setoption name Debug Log File value log' "$LEARN" "$UNFINISHED" "$WON" \
        ucinewgame isready) > answers &
    engine_pid=$!
    while ! grep -q '^>> ucinewgame' log 2> /dev/null && kill -0 "$engine_pid"; do sleep 0.05; done
    sleep 0.3
    [ ! -s answers ]
    release
    wait "$engine_pid"
    [ "$(cat answers)" = readyok ]
    [ "$(learned)" -eq 1 ]
    rm answers log
    [ "$(ls)" = file ]
}

@test "twenty games against the engine for Linux" {
    timeout 300 "$BIN/misere-referee" --quiet --seed 1 --games 20 --draws --random-plies 4 --out match \
        --player cmd="$MISERE" name=Windows nodes=2000 --player cmd="$NATIVE" name=Linux nodes=2000
    jq -r 'select(.game) | .reason' match/log.jsonl > reasons
    [ "$(wc -l < reasons)" -eq 20 ]
    not grep -vxE 'checkmate|piecesLost|stalemate|threefold|fifty' reasons
}
