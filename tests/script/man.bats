#!/usr/bin/env bats
# bats file_tags=plain
# The texts of --help, and the man pages that are made from them.

load helpers

PROGRAMS=(misere misere-textui misere-annotate misere-book misere-convert misere-prove misere-puzzles misere-referee misere-train)
MAN=$ROOT/docs/man
export LC_ALL=C.UTF-8

# help PROGRAM: what --help prints.
help() {
    if [ "$1" = misere-referee-many ]; then
        "$ROOT/tools/referee-many" --help
    else
        "$BIN/$1" --help
    fi
}

# plain_text PAGE: a man page as text without overstrikes, in lines that are not broken.
plain_text() {
    mandoc -Tutf8 -O width=1000 "$1" | sed 's/.\x08//g'
}

@test "--help begins with the usage, fits into 80 columns and ends the options with help and version" {
    for program in "${PROGRAMS[@]}"; do
        run -0 help "$program"
        [[ "${lines[0]}" == "Usage: $program "* ]] || { echo "$program: ${lines[0]}"; return 1; }
        wide=$(awk 'length > 80' <<< "$output")
        [ -z "$wide" ] || { echo "$program: $wide"; return 1; }
        like '^  --help  +prints this help$'
        like '^  --version  +prints the version$'
        has 'Examples:'
        run -0 "$BIN/$program" --version
        [[ "$output" =~ ^"$program "[0-9]+\.[0-9]+$ ]]
    done
}

@test "--help and --version fail if they cannot be printed" {
    for program in "${PROGRAMS[@]}"; do
        for option in --help --version; do
            run bash -c '"$0" "$1" > /dev/full' "$BIN/$program" "$option"
            [ "$status" -eq 1 ] || { echo "$program $option: $status"; return 1; }
        done
    done
}

@test "unknown options end each program with status 2 and one line" {
    for program in "${PROGRAMS[@]:1}"; do
        run -2 "$BIN/$program" --nonsense
        [ "$output" = "$program: unknown option '--nonsense'; try --help" ]
    done
}

@test "each program has a man page with all its options" {
    local count=0
    for program in "${PROGRAMS[@]}" misere-referee-many; do
        plain_text "$MAN/$program.1" > "$BATS_TEST_TMPDIR/page"
        grep -q "^ *$program - ." "$BATS_TEST_TMPDIR/page"
        grep -q '^SYNOPSIS' "$BATS_TEST_TMPDIR/page"
        grep -q '^EXAMPLES' "$BATS_TEST_TMPDIR/page"
        for option in $(help "$program" | grep -oE '^  --[a-z-]+'); do
            grep -qE -- "^ +$option(\$|[[ ])" "$BATS_TEST_TMPDIR/page" ||
                { echo "$program.1 lacks $option"; return 1; }
            count=$((count + 1))
        done
    done
    [ "$count" -gt 80 ]
    [ "$(find "$MAN" -name '*.1' | wc -l)" -eq 10 ]
}

@test "man and mandoc have nothing to complain about" {
    for page in "$MAN"/*.1; do
        run -0 bash -c 'man --warnings -E UTF-8 -l -Tutf8 -Z "$0" 2>&1 > /dev/null' "$page"
        [ -z "$output" ] || { echo "$output"; return 1; }
        run -0 mandoc -Tlint -W warning "$page"
        [ -z "$output" ] || { echo "$output"; return 1; }
    done
}

@test "the man pages are up to date: make man changes nothing" {
    command -v help2man > /dev/null || skip "no help2man"
    MISERE_BIN=$BIN "$ROOT/tools/make-man-pages" "$BATS_TEST_TMPDIR"
    for page in "$MAN"/*.1; do
        diff "$page" "$BATS_TEST_TMPDIR/$(basename "$page")"
    done
}
