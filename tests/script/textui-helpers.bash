# Helpers of textui*.bats: dialogues with the adapter, and engines that follow a script.

load helpers

TEXTUI=$BIN/misere-textui
DATA+=/textui

# dialogue [OPTION]... <<SCRIPT: sends the lines that begin with "> " to the adapter. The other lines
# must be its whole output, with nothing on stderr, and status 0. DATA and TMP stand for the folders
# of the test data and of the test's temporary files.
dialogue() {
    local script
    script=$(sed -e "s|\bDATA\b|$DATA|g" -e "s|\bTMP\b|$BATS_TEST_TMPDIR|g")
    sed -n 's/^> \?//p' <<<"$script" >"$BATS_TEST_TMPDIR/input"
    sed '/^>/d' <<<"$script" >"$BATS_TEST_TMPDIR/expected"
    local status=0
    "$TEXTUI" "$@" <"$BATS_TEST_TMPDIR/input" >"$BATS_TEST_TMPDIR/actual" \
        2>"$BATS_TEST_TMPDIR/errors" || status=$?
    if [ $status -ne 0 ] || [ -s "$BATS_TEST_TMPDIR/errors" ]; then
        echo "status $status; on stderr:"
        cat "$BATS_TEST_TMPDIR/errors"
        return 1
    fi
    diff -u "$BATS_TEST_TMPDIR/expected" "$BATS_TEST_TMPDIR/actual"
}

# answers LINE [OPTION]...: prints the adapter's answer to this input.
answers() {
    local line=$1
    shift
    printf '%s\n' "$line" | "$TEXTUI" "$@"
}

# printed TEXT FILE: waits until a program has written TEXT into FILE, for minutes at most.
printed() {
    local i
    for ((i = 0; i < 6000; i++)); do
        ! grep -qF -- "$1" "$2" 2>/dev/null || return 0
        sleep 0.05
    done
}

# mock WORD...: prints the path of a mock_engine with these arguments.
mock() {
    local path="$BATS_TEST_TMPDIR/mock-$(tr ' ' '-' <<<"$*")"
    printf '#!/bin/sh\nexec %q %s\n' "$MOCK" "$*" >"$path"
    chmod +x "$path"
    echo "$path"
}

# player MOVE...: prints the path of a sound engine that answers each `go` with the next move. It
# logs its input in $BATS_TEST_TMPDIR/told. When it is restarted it begins with the first move
# again.
player() {
    local path="$BATS_TEST_TMPDIR/player"
    cat >"$path" <<END
#!/bin/bash
moves=($*)
while read -r line; do
    echo "\$line" >>"$BATS_TEST_TMPDIR/told"
    case "\$line" in
    uci) printf 'option name UCI_Variant type combo\noption name Skill Level type spin\nuciok\n' ;;
    isready) echo readyok ;;
    go*) echo "bestmove \${moves[0]}"; moves=("\${moves[@]:1}") ;;
    quit) exit ;;
    esac
done
END
    chmod +x "$path"
    : >"$BATS_TEST_TMPDIR/told"
    echo "$path"
}

# told TEXT: fails unless the player has read a line that begins with TEXT.
told() {
    grep -q -- "^$1" "$BATS_TEST_TMPDIR/told" || {
        echo "not told '$1', but:"
        cat "$BATS_TEST_TMPDIR/told"
        return 1
    }
}

# between LOW HIGH NUMBER: fails unless the number is in the range.
between() {
    [ "$1" -le "$3" ] && [ "$3" -le "$2" ] || {
        echo "$3 is not in $1..$2"
        return 1
    }
}

# converse [OPTION]...: starts the adapter for `ask`; $CONVERSED is its process id. Descriptor 8 is its
# output, 9 its input.
converse() {
    coproc "$TEXTUI" "$@"
    CONVERSED=$COPROC_PID
    exec 8<&"${COPROC[0]}" 9>&"${COPROC[1]}"
    eval "exec ${COPROC[1]}>&-"
}

# ask LINE: sends a line, and prints the first line of the answer.
ask() {
    local line
    echo "$1" >&9
    read -r -t 300 line <&8
    echo "$line"
}
