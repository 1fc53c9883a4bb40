#!/usr/bin/env bats
# bats file_tags=plain
# The ranges of numeric options.

load helpers

# PROGRAM OPTION LEAST MOST
RANGES='
annotate --depth 1 1000
annotate --game 1 1073741824
annotate --hash 1 1048576
annotate --movetime 1 86400000
annotate --nodes 1 9223372036854775807
book --min-games 1 1000000
book --min-score 0 100
book --nodes 1 1048576
book --openings 1 1000000
book --plies 1 200
book --seed 0 2147483647
prove --memory 1 262144
prove --nodes 1000 1000000000000000
prove --threads 1 64
puzzles --count 1 100000
puzzles --longest 1 20
puzzles --nodes 1 1000000
puzzles --refute-nodes 1 1000000
puzzles --threads 1 256
referee --balanced 1 10000
referee --concurrency 1 512
referee --depth 1 1000
referee --first 1 10000000
referee --games 1 10000000
referee --longest 1 100000
referee --margin 0 1000000000
referee --min-charge 0 1000000000
referee --movetime 1 1000000000
referee --nodes 1 9223372036854775807
referee --nodestime 1 10000
referee --patience 1 1000000000
referee --random-plies 0 200
referee --rating-interval 1 10000000
referee --rounds 1 1000
referee --seed 0 9223372036854775807
referee --tie-breaks 0 1000
textui --level 0 20
textui --think 1 86400000
train --epochs 1 100000
train --games 1 100000000
train --lambda 0 1
train --memory 1 1048576
train --nodes 1 9223372036854775807
train --rate 0 1
train --seed 0 9223372036854775807
train --threads 1 256
'

@test "a number out of an option's range is refused, and the range is named" {
    local tool option least most number command
    while read -r tool option least most; do
        [ -n "$tool" ] || continue
        command=("$BIN/misere-$tool")
        [ "$tool" != train ] || command+=(play)
        for number in $((least - 1)) "${most}0"; do
            run "${command[@]}" "$option" "$number"
            [ "$status" -eq 2 ]
            [ "$output" = "misere-$tool: $option: '$number' is not a number from $least to $most; try --help" ] ||
                { echo "$output"; return 1; }
        done
    done <<< "$RANGES"
}

@test "docs/referee.md names all options and keys of the referee, and no others" {
    local document="$ROOT/docs/referee.md"
    "$BIN/misere-referee" --help | grep -oE '^  (--[a-z-]+|[a-z]+=)' | tr -d ' ' | sort -u > "$BATS_TEST_TMPDIR/options"
    [ "$(wc -l < "$BATS_TEST_TMPDIR/options")" -gt 50 ]
    while read -r option; do
        grep -qF -e "\`$option" "$document" || [ "$option" = --help ] || [ "$option" = --version ] ||
            { echo "$option is not in the document"; return 1; }
    done < "$BATS_TEST_TMPDIR/options"
    # --compliance is fastchess's, --to another program's
    grep -oE '`--[a-z-]+' "$document" | tr -d '`' | sort -u | grep -vxE -e '--(compliance|help|to|from|hash|hosts|version)' |
        comm -23 - "$BATS_TEST_TMPDIR/options" > "$BATS_TEST_TMPDIR/unknown"
    [ ! -s "$BATS_TEST_TMPDIR/unknown" ] || { cat "$BATS_TEST_TMPDIR/unknown"; return 1; }
}
