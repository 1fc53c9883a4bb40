#!/usr/bin/env bats
# bats file_tags=plain,slow
# The source archive of `make dist`. It is made from the last commit, so it has no changes of the working tree.

load helpers

setup_file() {
    git -C "$ROOT" rev-parse -q --verify HEAD > /dev/null 2>&1 || skip "no git repository"
    unset MAKEFLAGS # an outer make's variables are not for these archives
    FIRST=$BATS_FILE_TMPDIR/first
    make -C "$ROOT" dist-source DIST="$FIRST"
    tar -C "$BATS_FILE_TMPDIR" -xf "$FIRST"/misere-*.tar.gz
    SOURCE=$(echo "$BATS_FILE_TMPDIR"/misere-*)
    export FIRST SOURCE
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

@test "the list of what is inside has each file with its hash, and what it contains with licences" {
    mkdir release
    for file in misere-0.1.tar.gz misere-0.1-linux-x86_64.tar.xz misere-0.1-linux-arm64.tar.xz misere-0.1-windows.zip \
        misere-0.1.tgz misere-0.1-py3-none-any.whl misere-board.html; do
        echo "$file" > "release/$file"
    done
    touch release/SHA256SUMS
    # No package of Debian's need be installed for this.
    mkdir bin
    printf '#!/bin/sh\nprintf 1.0\n' > bin/dpkg-query
    chmod +x bin/dpkg-query
    # libxml2's header is there once `make static` has unpacked it.
    cp -r "$SOURCE" source
    mkdir -p source/build/static/libxml2/include/libxml
    echo '#define LIBXML_DOTTED_VERSION "2.9"' > source/build/static/libxml2/include/libxml/xmlversion.h
    PATH=$PWD/bin:$PATH SOURCE_DATE_EPOCH=86400 source/tools/install/make-spdx release 0.1 > spdx.json
    # What SPDX 2.3 demands of a document, of packages and of relationships.
    jq -e '.spdxVersion == "SPDX-2.3" and .dataLicense == "CC0-1.0" and .SPDXID == "SPDXRef-DOCUMENT" and
        .creationInfo.created == "1970-01-02T00:00:00Z" and (.documentNamespace | test("^https://[^#]+$")) and
        (.creationInfo.creators | all(test("^(Organization|Tool): ")))' spdx.json
    jq -e '[.packages[].SPDXID] | all(test("^SPDXRef-[A-Za-z0-9.-]+$")) and length == (unique | length)' spdx.json
    jq -e '.packages | all(.name and .versionInfo and .downloadLocation and .copyrightText and .filesAnalyzed == false)' \
        spdx.json
    jq -e '([.packages[].SPDXID] + ["SPDXRef-DOCUMENT"]) as $known | .relationships |
        all([.spdxElementId, .relatedSpdxElement] - $known == [])' spdx.json
    jq -r '.packages[] | select(.packageFileName) | "\(.checksums[0].checksumValue)  release/\(.packageFileName)"' spdx.json |
        tee sums | sha256sum --check --quiet
    [ "$(wc -l < sums)" -eq 7 ]
    # The licences are SPDX's names, and those of what is inside are the file's, too.
    jq -r '.packages[].licenseConcluded' spdx.json | sed 's/ AND \| OR \| WITH /\n/g' | tr -d '()' | sort -u > licences
    printf '%s\n' BSD-3-Clause GCC-exception-3.1 GPL-3.0-or-later LGPL-2.1-or-later MIT NCSA \
        X11-distribute-modifications-variant ZPL-2.1 Zlib | diff - licences
    [ "$(jq -r '.packages[] | select(.name == "misere-0.1-py3-none-any.whl").licenseConcluded' spdx.json)" = \
        'MIT AND GPL-3.0-or-later WITH GCC-exception-3.1' ]
    jq -e 'any(.relationships[]; .spdxElementId == "SPDXRef-misere-board.html" and .relationshipType == "CONTAINS" and
        .relatedSpdxElement == "SPDXRef-libxml2")' spdx.json
}
