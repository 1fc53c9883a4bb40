# What make-books, make-networks and make-puzzles share; they source it. $programs is the folder of the programs, $work
# that of the unfinished work.

fail() {
    echo "${0##*/}: $*" >&2
    exit 1
}

# Sets the array `families` to those given, or to all.
choose_families() { # [FAMILY...]
    local family
    mapfile -t families < <("$programs/misere-train" families)
    [ ${#families[@]} -gt 0 ] || fail "cannot run $programs/misere-train"
    families=("${families[@]%% *}")
    for family; do
        [[ " ${families[*]} " == *" $family "* ]] || {
            echo "${0##*/}: unknown family '$family'; there are ${families[*]}" >&2
            exit 2
        }
    done
    [ $# -eq 0 ] || families=("$@")
}

# Prints the rulesets of a family.
rulesets_of() { # FAMILY
    "$programs/misere-train" families | sed -n "s/^$1 //p"
}

# Checks that a setting is a whole number from 1 to MOST.
check_number() { # NAME VALUE MOST
    [[ $2 =~ ^[1-9][0-9]{0,8}$ && $2 -le $3 ]] || fail "$1=$2: must be a number from 1 to $3"
}

# Creates the file of settings, unless another task of a Slurm array has done so. No other task sees it
# incomplete. An empty file, such as a full disk may have left, is replaced.
create_settings() { # SETTINGS
    local new="$work/settings.$HOSTNAME.$$.new"
    echo "$1" > "$new"
    ln "$new" "$work/settings" 2> /dev/null || [ -s "$work/settings" ] || mv -f "$new" "$work/settings"
    rm -f "$new"
}

# Games that were played with other settings must not be continued.
check_settings() { # SETTINGS
    local there
    [ -s "$work/settings" ] || create_settings "$1"
    there=$(cat "$work/settings")
    [ "$there" = "$1" ] ||
        fail "$work holds games with $there, not $1; use these settings, or another WORK"
}

# Replaces a file by a copy of another one when that is complete.
publish() { # FILE TO
    cp "$1" "$2.new"
    mv "$2.new" "$2"
}
