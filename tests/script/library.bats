#!/usr/bin/env bats
# bats file_tags=plain,slow
# The C library and the Python package, as they are installed.

load helpers

setup_file() {
    unset MAKEFLAGS # an outer make's variables are not for this build
    DEST=$BATS_FILE_TMPDIR/dest
    # Without the second copy for newer processors, of which tests/packages/use-packages says that it is the same.
    make -C "$ROOT" library FAST_FOLDER= > /dev/null
    make -C "$ROOT" install DESTDIR="$DEST" PREFIX=/usr > /dev/null
    rm -rf "$DEST"/usr/lib/glibc-hwcaps
    export DEST PKG_CONFIG_PATH=$DEST/usr/lib/pkgconfig
}

# Compiles the program of docs/library.md with what pkg-config says.
compile_example() {
    sed -n '/^```c$/,/^```$/p' "$ROOT/docs/library.md" | grep -v '^```' > self.c
    # shellcheck disable=SC2046
    cc -Wall -Wextra -Werror self.c $(pkg-config --define-prefix --cflags --libs "$@" misere) -o self
}

# Makes the package importable.
use_package() {
    export MISERE_LIBRARY=$DEST/usr/lib/libmisere.so.0 PYTHONPATH=$ROOT/tools/python${PYTHONPATH:+:$PYTHONPATH}
    export PYTHONDONTWRITEBYTECODE=1
}

# Writes the program in Python of docs/library.md that has a certain line.
extract_python() {
    awk -v line="$1" '/^```python$/ { text = ""; inside = 1; next } /^```$/ { if (inside && found) printf "%s", text
        inside = found = 0 } inside { text = text $0 "\n"; found = found || $0 == line }' "$ROOT/docs/library.md"
}

# Sets $python to a Python that has a module; PYTHON may name one.
find_python() {
    for python in ${PYTHON:-} python3 /usr/bin/python3; do
        if "$python" -c "import $1" 2> /dev/null; then return; fi
    done
    skip "no Python has the module $1"
}

# Asserts that the program plays a whole game.
assert_plays() {
    run "$@"
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(wc -w <<< "${lines[0]}")" -gt 20 ]
    [[ ${lines[1]} =~ ^(1-0|0-1|1/2-1/2)\ [a-zA-Z]+$ ]]
}

@test "the library shows the functions of misere.h and no other names" {
    nm -D --defined-only "$DEST/usr/lib/libmisere.so.0" | awk '{ print $3 }' | LC_ALL=C sort |
        diff "$ROOT/tests/data/library-symbols" -
    nm -g --defined-only "$DEST/usr/lib/libmisere.a" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort |
        diff "$ROOT/tests/data/library-symbols" -
    grep -oE '\<misere_[a-z_]+\(' "$DEST/usr/include/misere.h" | tr -d '(' | LC_ALL=C sort -u |
        diff "$ROOT/tests/data/library-symbols" -
}

@test "the document's program in C plays itself with the shared library" {
    compile_example
    readelf -d self | grep -q 'NEEDED.*libmisere.so.0'
    LD_LIBRARY_PATH=$DEST/usr/lib assert_plays ./self
}

@test "and with the static one" {
    mkdir -p alone/lib alone/include
    cp -r "$DEST"/usr/lib/{libmisere.a,pkgconfig} alone/lib
    cp "$DEST/usr/include/misere.h" alone/include
    PKG_CONFIG_PATH=$PWD/alone/lib/pkgconfig compile_example --static
    readelf -d self > needed
    ! grep libmisere needed || return 1
    assert_plays ./self
}

@test "the header is C++, too" {
    echo '#include <misere.h>
int main() { return misere_version() == nullptr; }' > "$BATS_TEST_TMPDIR/x.cc"
    c++ -Wall -Wextra -Werror -I "$DEST/usr/include" "$BATS_TEST_TMPDIR/x.cc" -L "$DEST/usr/lib" -lmisere \
        -o "$BATS_TEST_TMPDIR/x"
    LD_LIBRARY_PATH=$DEST/usr/lib "$BATS_TEST_TMPDIR/x"
}

@test "the Python package" {
    use_package
    timeout 300 python3 -W error::ResourceWarning "$ROOT/tests/python/test_misere.py"
}

@test "the trainer's files in Python, beside their export as text" {
    use_package
    local train="$DEST/usr/bin/misere-train" ruleset
    for ruleset in losers 6170-spring-2006-antiking; do
        "$train" play --ruleset "$ruleset" --games 5 --nodes 60 --out "$ruleset.dat"
        "$train" export --out "$ruleset.txt" "$ruleset.dat"
        python3 "$ROOT/tests/python/training_file.py" "$ruleset.dat" "$ruleset.txt"
    done
    head -c -100 losers.dat > cut.dat
    run python3 -c 'import misere; misere.TrainingFile("cut.dat")'
    like 'misere._library.Error: cut.dat: the file is truncated: '
}

@test "the document's first programs in Python" {
    use_package
    extract_python 'print(game.write("pgn"))' > example.py
    extract_python 'positions = misere.Positions("antichess", [game.fen, "8/8/8/8/8/1p6/P7/8 w - -"])' >> example.py
    run python3 example.py
    echo "$output"
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "['Bxb5']" ]
    [ "${lines[1]}" = 'White must capture (Bxb5)' ]
    [[ $output == *'1. e3 b5 2. Bxb5 *'*"['a2b3'] [0, 0]" ]]
}

@test "the document's training loop finds that pieces are a burden" {
    use_package
    find_python numpy
    extract_python 'import numpy as np' > fit.py
    run "$python" fit.py
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep -oE "'[a-z]+': -[0-9.]+" <<< "$output" | wc -l)" -eq 6 ]
}

@test "the document's bot for Lichess plays" {
    use_package
    find_python chess.engine
    mkdir lib
    printf 'class MinimalEngine:\n    def __init__(self, *arguments, **settings):\n        pass\n' > lib/engine_wrapper.py
    {
        extract_python 'from lib.engine_wrapper import MinimalEngine'
        echo 'import chess.variant
board = chess.variant.AntichessBoard()
board.push_san("e3")
board.push_san("b5")
for limit in chess.engine.Limit(white_clock=9, black_clock=9), chess.engine.Limit(time=0.01):
    print(Misere().search(board, limit, False, False, None).move)'
    } > bot.py
    run "$python" bot.py
    echo "$output"
    [ "$output" = $'f1b5\nf1b5' ]
}

@test "python3 -m misere plays a game" {
    use_package
    run python3 -m misere --ruleset losers --level 0 <<< $'e9\ne3\nquit'
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *"'e9' is not"*'Legal turns: Na3'*'Misère plays'* ]]
    run python3 -m misere --ruleset chess
    [ "$status" -eq 2 ]
}

@test "python-chess and the Python package agree" {
    use_package
    find_python chess
    run "$python" "$ROOT/tests/python/agree_with_python_chess.py" "${GAMES:-100}"
    echo "$output"
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 3 ]
}
