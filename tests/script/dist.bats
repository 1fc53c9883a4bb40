#!/usr/bin/env bats
# bats file_tags=plain,slow
# The source archive of `make dist`. It is made from the last commit, so it has no changes of the working tree.

load helpers

setup_file() {
    ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    git -C "$ROOT" rev-parse -q --verify HEAD > /dev/null 2>&1 || skip "no git repository"
    unset MAKEFLAGS # an outer make's variables are not for these archives
    FIRST=$BATS_FILE_TMPDIR/first
    make -C "$ROOT" dist-source DIST="$FIRST"
    tar -C "$BATS_FILE_TMPDIR" -xf "$FIRST"/misere-*.tar.gz
    SOURCE=$(echo "$BATS_FILE_TMPDIR"/misere-*)
    export ROOT FIRST SOURCE
    # a git that must not be called
    mkdir "$BATS_FILE_TMPDIR/bin"
    printf '#!/bin/sh\necho "git $*" >> "%s/git-calls"\nexit 1\n' "$BATS_FILE_TMPDIR" > "$BATS_FILE_TMPDIR/bin/git"
    chmod +x "$BATS_FILE_TMPDIR/bin/git"
    export PATH=$BATS_FILE_TMPDIR/bin:$PATH
}

@test "the same commit gives the same archive, whatever the settings of git" {
    PATH=${PATH#*:} GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=tar.umask GIT_CONFIG_VALUE_0=0077 \
        make -C "$ROOT" dist-source DIST="$BATS_TEST_TMPDIR"
    cmp "$FIRST"/misere-*.tar.gz "$BATS_TEST_TMPDIR"/misere-*.tar.gz
}

@test "the folder in the archive has the name and the version of the archive" {
    [ "$(basename "$SOURCE")" = "$(basename "$FIRST"/*.tar.gz .tar.gz)" ]
    [ "$(basename "$SOURCE")" = "misere-$(sed -n 's/^VERSION *:= *//p' "$SOURCE/Makefile")" ]
    [ ! -e "$SOURCE/.git" ]
}

@test "all that the documents link to is in the archive" {
    local page link links=0
    for page in "$SOURCE"/*.md "$SOURCE"/docs/*.md; do
        while read -r link; do
            [ -e "$(dirname "$page")/$link" ] || { echo "$page: $link"; return 1; }
            links=$((links + 1))
        done < <(sed -nE 's/\]\(([^):#]+)[)#]/\n=\1\n/gp' "$page" | sed -n 's/^=//p')
    done
    [ "$links" -gt 50 ]
}

@test "without git make would build and install everything" {
    cd "$SOURCE"
    make -n all > "$BATS_TEST_TMPDIR/commands"
    for main in engine/main.c protocol/textui/main.c tools/*/main.c; do
        grep -qF -- " -c $main " "$BATS_TEST_TMPDIR/commands"
    done
    grep -qF -- "-DMISERE_VERSION='\"${SOURCE##*-}\"'" "$BATS_TEST_TMPDIR/commands"
    # the words MODE:FILE:TARGET of the files that are not built
    make -n install | grep -oE '[67][0-9]{2}:[^: ]+:' | cut -d: -f2 | grep -vE '^(bin|build)/' > "$BATS_TEST_TMPDIR/files"
    [ "$(wc -l < "$BATS_TEST_TMPDIR/files")" -gt 40 ]
    while read -r file; do
        [ -e "$file" ] || { echo "missing: $file"; return 1; }
    done < "$BATS_TEST_TMPDIR/files"
    [ ! -e "$BATS_FILE_TMPDIR/git-calls" ]
}

# Compiling everything would take too long. These libraries need generated tables and the networks' files.
@test "some libraries and a program compile without git" {
    cd "$SOURCE"
    make OPTIMISE=-O0 CFLAGS=-g0 NATIVE=1 build/lib/rules.a build/lib/eval.a build/tests/reference-perft
    [ -s build/lib/eval.a ]
    [ ! -e "$BATS_FILE_TMPDIR/git-calls" ]
}
