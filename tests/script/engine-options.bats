#!/usr/bin/env bats
# bats file_tags=plain
# Options of engines: of each type a good value, a bad one and one that the engine refuses, in the referee, the annotator
# and the trainer. docs/referee.md has what the referee says.

load helpers

DOCUMENT=$ROOT/docs/referee.md

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    write_engines
}

# Engines that have an option of each type, keep what they are told in the file `told`, and refuse what contains 77.
write_engines() {
    cat > uci << 'SH'
#!/bin/bash
while read -r line; do
    echo "$line" >> told
    case $line in
    uci)
        echo 'id name Picky'
        echo 'option name UCI_Variant type combo default 6170-spring-2007 var 6170-spring-2007 var losers'
        echo 'option name Flag type check default false'
        echo 'option name Hash type spin default 16 min 1 max 100'
        echo 'option name Style type combo default Solid var Solid var Risky play var 77'
        echo 'option name Clear type button'
        echo 'option name File type string default <empty>'
        echo uciok
        ;;
    setoption*77*) echo "info string error: refused: $line" ;;
    'setoption name Clear') [[ ! -e refuse ]] || echo "info string error: refused: $line" ;;
    isready) echo readyok ;;
    go*) echo 'bestmove 0000' ;;
    quit) exit ;;
    esac
done
SH
    cat > cecp << 'SH'
#!/bin/bash
while read -r line; do
    echo "$line" >> told
    case $line in
    protover*)
        echo 'feature ping=1 setboard=1 usermove=1 memory=1 smp=1 variants="normal,6170-spring-2007" myname="Picky"'
        echo 'feature option="Flag -check 0" option="Number -spin 5 1 100" option="Slide -slider 5 1 100"'
        echo 'feature option="Style -combo *Solid /// Risky play /// 77" option="Clear -button" option="Save -save"'
        echo 'feature option="Reset -reset" option="Text -string x" option="File -file x" option="Folder -path x" done=1'
        ;;
    ping*) echo "pong ${line#ping }" ;;
    option*77* | memory*77 | cores*77) echo "Error (refused): ${line%% *}" ;;
    option\ *) [[ ! -e refuse ]] || echo "Error (refused): option" ;;
    go) echo 'resign' ;;
    quit) exit ;;
    esac
done
SH
    chmod +x uci cecp
}

# refused TEXT PROTOCOL WORD: the referee refuses the option, in one line with the text, before the first game.
refused() {
    run -1 timeout 300 "$BIN/misere-referee" --quiet --out out --player "cmd=./$2" "proto=$2" variant=6170-spring-2007 \
        tc=100 "$3" --player random
    [[ "$output" == "misere-referee: player '$2': "*"$1"* && ${#lines[@]} -eq 1 ]] || { echo "$output"; return 1; }
    [ ! -e out/log.jsonl ]
}

# The document has the text.
documented() {
    grep -qF -- "$1" "$DOCUMENT" || { echo "not in docs/referee.md: $1"; return 1; }
}

# accepted PROTOCOL LINE WORD...: the referee plays, and the engine was told the lines.
accepted() {
    rm -rf out told
    run -0 timeout 300 "$BIN/misere-referee" --quiet --out out --player "cmd=./$1" "proto=$1" variant=6170-spring-2007 \
        tc=100 "${@:2}" --player random --games 1
}

@test "UCI: good values of each type are set" {
    accepted uci option.flag=TRUE option.Hash=100 'option.style=risky PLAY' option.Clear= 'option.File=/no such file'
    for line in 'Flag value true' 'Hash value 100' 'Style value Risky play' Clear 'File value /no such file'; do
        grep -qx "setoption name $line" told || { cat told; return 1; }
    done
    accepted uci option.Flag=false option.Hash=1 option.Style=Solid option.File=
}

@test "UCI: bad values of each type, and what does not exist, are refused" {
    refused "option Flag: 'on' is neither true nor false" uci option.Flag=on
    refused "option Hash: '0' is not a number from 1 to 100" uci option.Hash=0
    refused "option Hash: '101' is not a number from 1 to 100" uci option.Hash=101
    refused "option Hash: '1e1' is not a number from 1 to 100" uci option.Hash=1e1
    refused "option Style: 'Risky' is not one of Solid, Risky play, 77" uci option.Style=Risky
    refused "option Clear: '1' is a value, and a button takes none" uci option.Clear=1
    refused "has no option 'Flags'" uci option.Flags=true
    for text in 'is neither true nor false' 'is not a number from 1 to 100' 'is not one of Solid, Risky play' \
        'is a value, and a button takes none' 'has no option'; do
        documented "$text"
    done
}

@test "UCI: what the engine refuses is refused, with the engine's words" {
    for option in Hash=77 Style=77 File=77; do
        refused "option ${option%=*}, set to '77': Picky: answers info string error: refused: setoption name \
${option%=*} value 77" uci "option.$option"
    done
    touch refuse
    refused "option Clear, set to '': Picky: answers info string error: refused: setoption name Clear" uci option.Clear=
    documented ': answers info string error'
    rm refuse
    # a value that it accepted does not become an error later
    accepted uci option.Hash=76
}

@test "CECP: good values of each type are set" {
    accepted cecp option.Flag=1 option.Number=100 option.Slide=1 'option.Style=RISKY PLAY' option.Clear= option.Save= \
        option.Reset= option.Text=any option.File=any option.Folder=any option.Hash=64 option.Threads=2
    for line in 'option Flag=1' 'option Number=100' 'option Slide=1' 'option Style=Risky play' 'option Text=any' \
        'option File=any' 'option Folder=any' 'option Clear' 'option Save' 'option Reset' 'memory 64' 'cores 2'; do
        grep -qx "$line" told || { cat told; return 1; }
    done
}

@test "CECP: bad values of each type, and what does not exist, are refused" {
    refused "option Flag: 'true' is neither 1 nor 0" cecp option.Flag=true
    refused "option Number: '0' is not a number from 1 to 100" cecp option.Number=0
    refused "option Slide: 'x' is not a number from 1 to 100" cecp option.Slide=x
    refused "option Style: 'Risky' is not one of Solid, Risky play, 77" cecp option.Style=Risky
    for name in Clear Save Reset; do
        refused "option $name: '1' is a value, and a button takes none" cecp option.$name=1
    done
    refused "option Hash: 'x' is not a number" cecp option.Hash=x
    refused "option Threads: '' is not a number" cecp option.Threads=
    refused "has no option 'Flags'" cecp option.Flags=1
    documented 'is neither 1 nor 0'
}

@test "CECP: what the engine refuses is refused, with the engine's words" {
    for option in Number Slide Style Text File Folder; do
        refused "option $option, set to '77': Picky: answers Error (refused): option" cecp option.$option=77
    done
    refused "option Hash, set to '77': Picky: answers Error (refused): memory" cecp option.Hash=77
    refused "option Threads, set to '77': Picky: answers Error (refused): cores" cecp option.Threads=77
    touch refuse
    refused "option Clear, set to '': Picky: answers Error (refused): option" cecp option.Clear=
    refused "option Flag, set to '1': Picky: answers Error (refused): option" cecp option.Flag=1
    documented ': answers Error (refused): option'
}

# --- other programs ---

# annotated STATUS OPTION...: annotates a game with the engine `uci`.
annotated() {
    run "-$1" timeout 300 "$BIN/misere-annotate" --quiet --diagrams --depth 1 --engine ./uci "${@:2}" \
        game.pgn page.html
}

@test "the annotator: a bad or refused Hash, and a ruleset that the engine does not play" {
    printf '%s\n' '[Variant "6170-spring-2007"]' '' '1. e2e3 *' > game.pgn
    annotated 1 --hash 101
    has "misere-annotate: Picky: option Hash: '101' is not a number from 1 to 100"
    [ ! -e page.html ]
    annotated 1 --hash 77
    has "misere-annotate: option Hash, set to '77': Picky: answers info string error: refused: setoption name Hash value 77"
    [ ! -e page.html ]
    sed -i 's/ var 6170-spring-2007//; s/default 6170-spring-2007/default losers/' uci
    annotated 1
    like "^misere-annotate: Picky: option UCI_Variant: '6170-spring-2007' is not one of losers"
    annotated 2 --hash 0
    has "misere-annotate: --hash: '0' is not a number from 1 to 1048576; try --help"
}

@test "the trainer plays with the network that it was told, or not at all" {
    echo nonsense > bad.net
    for file in bad.net none.net; do
        run -1 timeout 300 "$BIN/misere-train" play --ruleset losers --games 1 --from $file --out positions
        like "^misere-train: --from: $file: "
        [ ! -e positions ]
    done
}
