# Helpers of textui*.bats: dialogues with the adapter, and engines for it that do as they are told.

TEXTUI="${MISERE_BIN:-./bin}/misere-textui"
MOCK="${MISERE_TESTS:-./build/tests}/mock_engine"
TEXTUI=$(realpath "$TEXTUI")
MOCK=$(realpath "$MOCK")
DATA=$(realpath "$BATS_TEST_DIRNAME/../data/textui")

# dialogue [OPTION]... <<SCRIPT: feeds the lines that begin with "> " to the adapter, and wants the
# other lines as its whole answer, silence on stderr, and status 0. DATA and TMP are replaced by
# the folder of the test data and the test's own.
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

# answers LINE [OPTION]...: what the adapter says when that is all that is typed.
answers() {
    local line=$1
    shift
    printf '%s\n' "$line" | "$TEXTUI" "$@"
}

# mock WORD...: prints the path of an engine that misbehaves as those words say.
mock() {
    local path="$BATS_TEST_TMPDIR/mock-$(tr ' ' '-' <<<"$*")"
    printf '#!/bin/sh\nexec %q %s\n' "$MOCK" "$*" >"$path"
    chmod +x "$path"
    echo "$path"
}

# player MOVE...: prints the path of a sound engine that answers each `go` with the next move. It
# writes what it is told to $BATS_TEST_TMPDIR/told, and lives only once: started again it begins
# with the first move.
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

# told TEXT: was the player told a line that begins so?
told() {
    grep -q -- "^$1" "$BATS_TEST_TMPDIR/told" || {
        echo "not told '$1', but:"
        cat "$BATS_TEST_TMPDIR/told"
        return 1
    }
}

# between LOW HIGH NUMBER
between() {
    [ "$1" -le "$3" ] && [ "$3" -le "$2" ] || {
        echo "$3 is not in $1..$2"
        return 1
    }
}

# not COMMAND...: fails if the command does not; bats overlooks a failing `! command`.
not() {
    ! "$@"
}

# converse [OPTION]...: starts the adapter to be talked to with `ask`; its process is $CONVERSED.
# Descriptor 8 is what it says, 9 what it is told.
converse() {
    coproc "$TEXTUI" "$@"
    CONVERSED=$COPROC_PID
    exec 8<&"${COPROC[0]}" 9>&"${COPROC[1]}"
    eval "exec ${COPROC[1]}>&-"
}

# ask LINE: types a line, and prints the line that answers it.
ask() {
    local line
    echo "$1" >&9
    read -r -t 5 line <&8
    echo "$line"
}
