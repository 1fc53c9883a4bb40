#!/usr/bin/env bats
# The Python package as pip installs it: the wheel and the source distribution of `make wheel`.

load ../script/helpers

setup_file() {
    unset MAKEFLAGS MISERE_LIBRARY # an outer make's variables are not for this build
    make -C "$ROOT" -j2 wheel > /dev/null
    WHEEL=$(echo "$ROOT"/build/python/misere-*.whl)
    VERSION=$(sed -n 's/^VERSION *:= *//p' "$ROOT/Makefile")
    export WHEEL VERSION PYTHONDONTWRITEBYTECODE=1
}

@test "the wheel, installed alone, plays and passes the package's tests" {
    /usr/bin/python3 -m venv fresh
    fresh/bin/pip install -q --no-index --no-deps "$WHEEL"
    fresh/bin/pip show misere | grep -qx "Version: $VERSION"
    timeout 300 fresh/bin/python -W error::ResourceWarning "$ROOT/tests/python/test_misere.py"
    run fresh/bin/python -m misere --ruleset losers --level 0 <<< $'e3\nquit'
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *'Misère plays'* ]]
    # What is loaded is the package's own.
    fresh/bin/python -c 'import misere; print(misere.__version__, open("/proc/self/maps").read())' > maps
    [ "$(head -n 1 maps | cut -d' ' -f1)" = "$VERSION" ]
    grep -q "$PWD/fresh/.*/misere/.*libmisere.so.0" maps
    not grep -q 'libxml2' maps
}

@test "the wheel's library is stripped, needs the C library alone, and no newer one than the tag says" {
    unzip -q "$WHEEL"
    [ -e misere-*.dist-info/LICENSE ]
    [ -e misere-*.dist-info/LICENSE-libxml2 ]
    local newest tag libraries=0 library
    tag=$(sed -n 's/^Tag: py3-none-manylinux_2_\([0-9]*\)_[a-z0-9_]*$/\1/p' misere-*.dist-info/WHEEL)
    for library in misere/libmisere.so.0 misere/glibc-hwcaps/*/libmisere.so.0; do
        [ -e "$library" ] || continue # only on x86-64
        libraries=$((libraries + 1))
        not grep -q debug_info <(readelf -SW "$library")
        readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' > needed
        not grep -vE '^(libc\.so\.6|libm\.so\.6|ld-linux.*)$' needed
        newest=$(objdump -T "$library" | grep -oE 'GLIBC_2\.[0-9]+' | cut -d. -f2 | sort -n | tail -n 1)
        [ "$newest" -le "$tag" ]
        nm -D --defined-only "$library" | awk '{ print $3 }' | LC_ALL=C sort | diff "$ROOT/tests/data/library-symbols" -
    done
    [ "$libraries" -ge 1 ]
}

@test "the source distribution builds without network and without the repository" {
    /usr/bin/python3 -m venv --system-site-packages fresh
    OPTIMISE=-O0 NATIVE=1 fresh/bin/pip install -q --no-index --no-deps --no-build-isolation \
        "$ROOT/build/python/misere-$VERSION.tar.gz"
    run fresh/bin/python -c 'import misere; print(misere.__file__, misere.Game("antichess").play("e3").play("b5").turns("san"))'
    echo "$output"
    [[ $output == "$PWD/fresh/"*" ['Bxb5']" ]]
}
