#!/usr/bin/env bats
# --play in a pseudo-terminal of 80 columns and 24 rows.

load textui-helpers

setup() {
    command -v expect >/dev/null || skip 'expect is missing'
    export XDG_STATE_HOME=$BATS_TEST_TMPDIR/state TERM=xterm-256color LC_ALL=C.UTF-8
    unset NO_COLOR COLORTERM
    cd "$BATS_TEST_TMPDIR" || return 1
    # libedit never frees the names of editing functions added with EL_ADDFN
    echo 'leak:wcsdup' >suppressions
    export LSAN_OPTIONS=suppressions=$PWD/suppressions:print_suppressions=0
}

# at_terminal OPTION... <<SCRIPT: runs --play in a terminal, controlled by a script for expect. In the script `see TEXT`
# waits for a text, `type KEYS` presses keys, `enter LINE` types a line, and `ended` waits until the program ends and
# prints its exit status or signal. The file "seen" has all output.
at_terminal() {
    {
        cat <<END
set timeout 250
set stty_init "rows 24 columns 80"
proc see {text} {
    regsub -all {[][*+?(){}.^$|\\\\]} \$text {\\\\&} pattern
    regsub -all { +} \$pattern {\\\\s+} pattern
    expect {
        -re \$pattern {}
        timeout { puts "\nnot seen: \$text"; exit 1 }
        eof { puts "\nended before: \$text"; exit 1 }
    }
}
proc type {keys} { send -- \$keys }
proc enter {line} { send -- "\$line\r" }
proc ended {} {
    expect {
        eof {}
        timeout { puts "\nnot ended"; exit 1 }
    }
    puts "\nended: [lrange [wait] 3 end]"
}
log_file -noappend seen
spawn -noecho $TEXTUI --play --think 20 $*
END
        cat
    } >script.exp
    timeout 300 expect script.exp >output 2>&1 || {
        cat -v output
        return 1
    }
}

# plain: prints all output without escape sequences and carriage returns.
plain() {
    sed -e 's/\x1b\[[0-9;?]*[A-Za-z]//g' -e 's/\r//g' seen
}

# bats test_tags=plain
@test "terminal: a clock that runs out ends the game while a person types" {
    at_terminal --two-persons --clock 0:02 <<'END'
see "white> "
type "ga"
see "Black has won: White has run out of time"
see {Another game? [Y/n] }
enter "me"
see "0-1"
enter "undo"
see "Undone"
enter "quit"
ended
END
    plain | grep -q 'Another game? \[Y/n\] game'
}

@test "terminal: settings are chosen first; Enter takes them" {
    at_terminal <<'END'
see "ruleset   6170-spring-2007 (Antichess, spring 2007)"
see "level     5, of 0 to 20"
see "Enter starts the game> "
enter "rulesets"
see "  6170-spring-1994            mated wins, stalemated draws, no double steps"
see "  6170-fall-2003              mated wins, stalemated draws, pass chips"
see "* 6170-spring-2007            mated loses, stalemated passes"
see "  losers                      mated wins, stalemated wins, castling"
see "  suicide                     ordinary king, stalemated wins with fewer pieces"
see "Enter starts the game> "
enter "moves"
see "There is no game yet; press Enter to start one"
enter "ruleset losers"
see "ruleset   losers (Losers)"
enter "level 0"
see "level     0, of 0 to 20"
enter "colour black"
see "colour    black"
see "Enter starts the game> "
enter ""
see "You play black by the rules of losers, against level 0."
see "The computer is thinking... "
see "black> "
enter "quit"
see "The next start offers to continue it"
ended
END
    grep -q 'ended: 0$' output
    [ "$(plain | grep -c '^    h  g  f  e  d  c  b  a$')" -eq 1 ]
}

@test "terminal: a loaded game begins at once, without the choice of settings" {
    printf '%s\n' e4 'save game.pgn' quit | "$TEXTUI" --play --two-persons > output
    at_terminal <<'END'
see "Enter starts the game> "
enter "load game.pgn"
see "Game loaded"
see "black> "
enter "quit"
ended
END
}

# bats test_tags=plain
@test "terminal: Unicode and colour, except with NO_COLOR, --ascii, TERM=dumb or another locale" {
    local board
    at_terminal --level 0 <<<'see "white> "; enter quit; ended'
    plain | grep -q '^ 1  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ '
    grep -q $'\x1b\[48;5;' seen
    TERM=xterm at_terminal --level 0 <<<'see "white> "; enter quit; ended'
    not grep -q $'\x1b\[48;5;' seen
    grep -q $'\x1b\[4[26];1;37m' seen
    NO_COLOR=1 at_terminal --level 0 <<<'see "white> "; enter quit; ended'
    not grep -q $'\x1b\[[0-9;]*m' seen
    plain | grep -q '^ 1  ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖ '
    for board in 'at_terminal --level 0 --ascii' 'env_c at_terminal --level 0 --ascii'; do
        env_c() { LC_ALL=C "$@"; }
        $board <<<'see "white> "; enter quit; ended'
        plain | grep -q '^ 1  R  N  B  Q  K  B  N  R '
        not grep -q $'\x1b\[[0-9;]*m\|[^ -~[:cntrl:]]' seen
    done
    LC_ALL=C at_terminal --level 0 <<<'see "white> "; enter quit; ended'
    plain | grep -q '^ 1  R  N  B  Q  K  B  N  R '
    TERM=dumb at_terminal --level 0 <<<'see "white> "; enter quit; ended'
    not grep -q $'\x1b' seen
}

@test "terminal: each turn shows one board, of at most 24 lines, with the last turn marked" {
    NO_COLOR=1 at_terminal --level 0 --engine "$(player a7a6 b7a6)" <<'END'
see "white> "
enter "e4"
see "thinking... a6"
see "white> "
enter "Bxa6"
see "thinking... bxa6"
see "white> "
enter "quit"
ended
END
    [ "$(plain | grep -c '^    a  b  c  d  e  f  g  h$')" -eq 3 ]
    plain | grep -q '^ 6 \[♟\]'
    plain | grep -q '^ 7  \. \[ \]'
    plain | grep -q 'Last turn: Black bxa6$'
    [ "$(plain | awk '/thinking/ { n = 0 } { n++; if (n > most) most = n } END { print most }')" -le 24 ]
    [ "$(plain | grep -v "saved in" | wc -L)" -le 80 ]
}

@test "terminal: keys edit the line, recall lines, and complete commands, moves, rulesets and files" {
    [ -n "$(ldd "$TEXTUI" | grep libedit)" ] || skip 'built without libedit'
    touch "my-game.xml"
    at_terminal --level 0 --engine "$(player b8a6 b7a6)" <<'END'
see "white> "
type "e5\b4\r"
see "thinking... Na6"
see "white> "
type "Bx\t\r"
see "thinking... bxa6"
see "white> "
type "sett\t\r"
see "The next game:"
see "white> "
type "new los\t\r"
see "by the rules of losers"
see "white> "
type "ruleset 6170-spring-200\t"
see "6170-spring-2006-antiking"
type "7\r"
see "Ruleset: Antichess, spring 2007"
see "white> "
type "load my\t\r"
see "Cannot load: my-game.xml"
see "white> "
type "\033\[A\r"
see "Cannot load: my-game.xml"
see "white> "
enter "quit"
ended
END
    # the next run has the history; the game that `new` has replaced is not the one it offers
    [ -s state/misere/kept-1.xml ]
    at_terminal --level 0 <<'END'
see "white> "
type "\033\[A\033\[A\r"
see "Cannot load: my-game.xml"
see "white> "
enter "quit"
ended
END
}

@test "terminal: Tab completes names of files with blanks, quotes and folders" {
    [ -n "$(ldd "$TEXTUI" | grep libedit)" ] || skip 'built without libedit'
    mkdir -p "my games" home
    HOME=$PWD/home at_terminal --two-persons <<'END'
see "white> "
enter "e4"
see "black> "
enter "save my games/Bob's first.xml"
see "Game saved in my games/Bob's first.xml"
see "black> "
enter "save ~/copy.xml"
see "home/copy.xml"
see "black> "
enter "undo"
see "white> "
type "load my\t"
see {\ games/}
type "B\t\r"
see "first.xml"
see "Game loaded"
see "black> "
enter "load \"my games/Bob's first.xml\""
see "Game loaded"
see "black> "
enter "load ~/copy.xml"
see "Game loaded"
see "black> "
enter "load my games/none.xml"
see "there is no file 'my games/none.xml'"
see "black> "
enter "quit"
ended
END
    [ -s "my games/Bob's first.xml" ] && [ -s home/copy.xml ]
}

@test "terminal: Tab lists the choices where a word can become several" {
    [ -n "$(ldd "$TEXTUI" | grep libedit)" ] || skip 'built without libedit'
    touch one-a.xml one-b.pgn
    at_terminal --two-persons <<'END'
see "white> "
type "N\t"
see "Na3   Nc3   Nf3   Nh3   name  new"
type "f\t\r"
see "Last turn: White Nf3"
see "black> "
type "s\t"
see "save      swap      settings"
type "\025new 6170-fall-2003\t"
see "6170-fall-2003              6170-fall-2003-mindcontrol"
type "\025colour \t"
see "white  black"
type "\025load one\t"
type "\t"
see "one-a.xml"
see "one-b.pgn"
see "black> load one-"
type "\025"
enter "quit"
ended
END
}

# bats test_tags=plain
@test "terminal: no line of the choice of settings is wider than 80 columns" {
    at_terminal <<'END'
see "Enter starts the game> "
enter "help"
see "Enter starts the game> "
enter "rulesets"
see "Enter starts the game> "
enter "quit"
ended
END
    [ "$(plain | wc -L)" -le 80 ]
}

# bats test_tags=plain
@test "terminal: Ctrl-C, a lost terminal and the end of input keep the game, and the next start offers it" {
    local way
    for way in 'type "\003"' 'close' 'type "\004"' 'exec kill [exp_pid]'; do
        rm -rf state
        echo "way: $way"
        at_terminal --colour black --level 3 --engine "$(player e2e4 d2d4)" <<END
see "black> "
enter "Nf6"
see "thinking... d4"
see "black> "
$way
$([ "$way" = close ] && echo 'wait; puts "ended"' || echo 'see "The game is saved in '"$XDG_STATE_HOME"'/misere/unfinished.xml"; ended')
END
        [ -s state/misere/unfinished.xml ] || { echo "$way: not kept"; return 1; }
        at_terminal <<'END'
see "There is an unfinished game. Continue it? \[Y/n\] "
enter "what"
see "Type y to continue, n to play another game, or quit"
see "Continue it? \[Y/n\] "
enter ""
see "White: computer, level 3"
see "Last turn: White d4"
see "Black: you"
see "black> "
enter "game"
see "1. e4 Nf6 2. d4"
enter "quit"
ended
END
    done
    # Ctrl-C ends by the signal, so that a script notices.
    rm -rf state
    at_terminal --level 0 <<<'see "white> "; type "\003"; ended'
    grep -q 'ended: .*SIGINT' output
}

# bats test_tags=plain
@test "terminal: a game that cannot be kept goes on; that is said once, and again at the end" {
    local way
    for way in 'enter "quit"' 'type "\003"'; do
        rm -rf state
        at_terminal --two-persons <<END
see "white> "
exec rm -r state/misere
enter "e4"
see "This game cannot be saved, and would be lost with the terminal: "
see "black> "
enter "d5"
see "must capture"
see "white> "
exec mkdir state/misere
enter "exd5"
see "black> "
exec rm -r state/misere
enter "Qxd5"
see "This game cannot be saved, and would be lost with the terminal: "
see "white> "
$way
see "The game is not saved."
ended
END
        [ "$(plain | grep -c 'would be lost')" -eq 2 ]
    done
    # nothing can be kept from the start
    echo >file
    XDG_STATE_HOME=$PWD/file at_terminal --two-persons <<'END'
see "Unfinished games will not be saved: "
see "white> "
enter "e4"
see "black> "
enter "quit"
ended
END
    grep -q 'ended: 0$' output
}

# bats test_tags=plain
@test "terminal: at the question about an unfinished game, quit and Ctrl-C keep it" {
    at_terminal --two-persons <<<'see "white> "; enter e4; see "black> "; enter quit; ended'
    at_terminal <<<'see "Continue it?"; enter quit; ended'
    at_terminal <<<'see "Continue it?"; type "\003"; ended'
    at_terminal <<<'see "Continue it?"; enter y; see "Last turn: White e4"; see "black> "; enter quit; ended'
    # that of another program, which has ended
    mv state/misere/unfinished.xml state/misere/unfinished-2.xml
    at_terminal <<<'see "Continue it?"; enter quit; ended'
}

# bats test_tags=plain
@test "terminal: an unfinished game is never lost to another one" {
    at_terminal --two-persons <<<'see "white> "; enter e4; see "black> "; enter exit; ended'
    # It stays until another game begins.
    at_terminal --two-persons <<<'see "Continue it?"; enter n; see "white> "; enter quit; ended'
    at_terminal <<<'see "Continue it?"; enter exit; ended'
    cp state/misere/unfinished.xml first.xml
    at_terminal --two-persons <<END
see "Continue it?"
enter "n"
see "white> "
enter "f3"
see "The earlier unfinished game is now in $XDG_STATE_HOME/misere/kept-1.xml"
see "black> "
enter "quit"
ended
END
    cmp first.xml state/misere/kept-1.xml
    cp state/misere/unfinished.xml second.xml
    # A game that is loaded instead, while kept-2.xml is taken
    echo taken >state/misere/kept-2.xml
    at_terminal --load first.xml <<END
see "is now in $XDG_STATE_HOME/misere/kept-3.xml"
see "black> "
enter "e5"
see "white> "
enter "quit"
ended
END
    cmp second.xml state/misere/kept-3.xml
    [ "$(cat state/misere/kept-2.xml)" = taken ]
    # The one gone on with is the one in the file.
    at_terminal <<<'see "Continue it?"; enter y; see "white> "; enter resign; see "Black has won"; enter n; ended'
    [ "$(ls state/misere/*.xml)" = "$(printf 'state/misere/kept-%d.xml\n' 1 2 3)" ]
}

# bats test_tags=plain
@test "terminal: a game that cannot be set aside stays, and the next one is not kept" {
    mkdir -p state/misere/unfinished.xml # which is a folder, so it does not become a file
    at_terminal --two-persons <<'END'
see "Continue it?"
enter "n"
see "white> "
enter "f3"
see "This game will not be kept, so that it does not replace another: "
see "black> "
enter "e5"
see "white> "
enter "quit"
ended
END
    not grep -q 'is saved in' seen
    [ "$(grep -c 'will not be kept' seen)" -eq 1 ]
    [ "$(ls state/misere/*.xml -d)" = state/misere/unfinished.xml ]
}

@test "terminal: without --play a person is told how to play, on standard error" {
    command -v script || skip 'no script'
    script -qec "'$TEXTUI' 2>told" /dev/null <<< $'StartNewGame human 0 human 0\nQuitGame' >seen
    grep -q '^Reads the course.s commands. To play: misere-textui --play' told
    not grep -q 'To play' seen
    grep -q 'Exiting game' seen
    "$TEXTUI" <<< 'QuitGame' 2>told
    [ ! -s told ]
}

# bats test_tags=plain
@test "terminal: neither a finished game nor that of another running program is offered" {
    at_terminal --two-persons <<'END'
see "white> "
exec test ! -e state/misere/unfinished.xml
enter "f3"
see "black> "
enter "e5"
see "white> "
enter "g4"
see "black> "
exec cp state/misere/unfinished.xml kept.xml
enter "Qh4"
see "Black has won: White is checkmated"
see "Another game? "
enter "n"
ended
END
    [ -s kept.xml ] && [ ! -e state/misere/unfinished.xml ]
    at_terminal --two-persons <<END
see "white> "
enter "f3"
see "black> "
set first \$spawn_id
spawn -noecho $TEXTUI --play --two-persons
see "You win when"
see "white> "
enter "h4"
see "black> "
enter "quit"
see "unfinished-2.xml"
ended
set spawn_id \$first
enter "quit"
see "unfinished.xml"
ended
END
}

@test "terminal: a damaged unfinished game is not gone on with; the end of input keeps one" {
    mkdir -p state/misere
    echo '<game' >state/misere/unfinished.xml
    at_terminal <<'END'
see "Continue it?"
enter "y"
see "Cannot continue: "
see "Enter starts the game> "
enter "e4"
see "There is no game in progress; press Enter to start one"
enter "quit"
ended
END
    at_terminal <<<'see "Continue it?"; type "\004"; ended'
    grep -q 'ended: 0$' output
    [ "$(cat state/misere/unfinished.xml)" = '<game' ]
}

# bats test_tags=plain
@test "terminal: without a home folder nothing is kept" {
    unset XDG_STATE_HOME HOME
    at_terminal --two-persons <<'END'
see "Unfinished games will not be saved: there is no home folder"
see "white> "
enter "f3"
see "black> "
enter "e5"
see "white> "
enter "g4"
see "black> "
enter "Qh4"
see "Black has won: White is checkmated"
enter "n"
ended
END
    grep -q 'ended: 0$' output
    [ -z "$(find . -name 'unfinished*')" ]
}

@test "terminal: if only the input is a terminal, nobody is taken for a person" {
    command -v script || skip 'no script'
    script -qec "'$TEXTUI' 2>told | cat >said" /dev/null <<<$'StartNewGame human 0 human 0\nQuitGame' >/dev/null
    [ ! -s told ]
    grep -q 'Exiting game' said
    script -qec "'$TEXTUI' --play --two-persons | cat >said" /dev/null <<<'quit' >/dev/null
    grep -q '^white> ' said
    not grep -q $'\x1b' said
}

@test "terminal: --extended prompts a person" {
    command -v script || skip 'no script'
    script -qec "'$TEXTUI' --extended 2>/dev/null" /dev/null <<<$'StartNewGame human 0 human 0\nQuitGame' >said
    [ "$(grep -o '> ' said | wc -l)" -eq 2 ]
    "$TEXTUI" --extended <<<$'StartNewGame human 0 human 0\nQuitGame' >said
    not grep -q '>' said
}

@test "terminal: names are shown in the terminal's alphabet, without control characters" {
    printf '[White "Zo\xc3\xab\xc2\x9b"]\n[Variant "losers"]\n\n1. e4 *\n' >a.pgn
    at_terminal --two-persons --load a.pgn <<<'see "black> "; enter quit; ended'
    plain | grep -q 'White: Zoë?$'
    at_terminal --two-persons --ascii --load a.pgn <<<'see "black> "; enter quit; ended'
    plain | grep -q 'White: Zo??$'
}

@test "terminal: Tab at the beginning of a line, and after a word that is no command" {
    [ -n "$(ldd "$TEXTUI" | grep libedit)" ] || skip 'built without libedit'
    at_terminal --two-persons <<'END'
see "white> "
type "\t"
see "moves      hint"
type "\025nonsense x\t"
type "\025clock \t"
see "none"
enter ""
see "Clocks: unlimited"
enter "quit"
ended
END
}

# bats test_tags=plain
@test "terminal: new, load and position keep the unfinished game, as a restart does" {
    printf '%s\n' h3 'save other.xml' quit | "$TEXTUI" --play --two-persons >/dev/null
    at_terminal --two-persons <<END
see "white> "
enter "e4"
see "black> "
enter "load no-such.xml"
see "there is no file"
see "black> "
enter "new"
see "The unfinished game is now in $XDG_STATE_HOME/misere/kept-1.xml"
see "white> "
enter "new"
see "New game started"
see "white> "
enter "f3"
see "black> "
enter "load other.xml"
see "The unfinished game is now in $XDG_STATE_HOME/misere/kept-2.xml"
see "Game loaded"
see "black> "
enter "position 4k1n1/8/8/8/8/8/4P3/4K2R w - - 0 1"
see "is now in $XDG_STATE_HOME/misere/kept-3.xml"
see "white> "
enter "Kd1"
see "black> "
enter "quit"
see "The game is saved in"
ended
END
    grep -q 'e2-e4' state/misere/kept-1.xml
    grep -q 'f2-f3' state/misere/kept-2.xml
    grep -q 'h2-h3' state/misere/kept-3.xml
    grep -q 'e1-d1' state/misere/unfinished.xml
    [ ! -e state/misere/kept-4.xml ]
}

# bats test_tags=plain
@test "terminal: a game that cannot be kept is only given up when that is confirmed" {
    at_terminal --two-persons <<'END'
see "white> "
exec rm -r state/misere
enter "e4"
see "This game cannot be saved"
see "black> "
enter "new"
see "The game in progress would be lost. Go on? \[y/N\] "
enter ""
see "black> "
enter "game"
see "1. e4 *"
enter "new"
see "Go on? \[y/N\] "
enter "y"
see "New game started"
see "white> "
enter "quit"
ended
END
}

# bats test_tags=plain
@test "terminal: after a stop the prompt, the line and its editing are back" {
    [ -n "$(ldd "$TEXTUI" | grep libedit)" ] || skip 'built without libedit'
    cat >script.exp <<END
set timeout 250
set stty_init "rows 24 columns 80"
proc see {text} {
    expect {
        -ex \$text {}
        timeout { puts "\nnot seen: \$text"; exit 1 }
        eof { puts "\nended before: \$text"; exit 1 }
    }
}
set env(PS1) "shell% "
spawn -noecho bash --norc --noprofile -i
see "shell% "
send -- "$TEXTUI --play --two-persons\r"
see "white> "
send -- "save no"
see "save no"
send -- "\032"
see "Stopped"
see "shell% "
send -- "stty -a | grep -q ' -icanon' && echo raw''-modes || echo own''-modes\r"
see "own-modes"
see "shell% "
send -- "fg\r"
see "white> save no"
send -- "\b\bgame-x\b.xml\001\005\r"
see "Game saved in game-.xml"
see "white> "
send -- "quit\r"
see "shell% "
send -- "exit\r"
expect eof
END
    timeout 300 expect script.exp >output 2>&1 || { cat -v output; return 1; }
    [ -s game-.xml ]
}

# bats test_tags=plain
@test "terminal: Ctrl-C in make play ends without an error of make" {
    cd "$ROOT"
    unset MAKEFLAGS MFLAGS MAKELEVEL # of the make that runs the tests, perhaps with -j
    cat >"$BATS_TEST_TMPDIR/script.exp" <<END
set timeout 250
spawn -noecho make --no-print-directory BIN=$BIN play LEVEL=0
expect {
    -ex "white> " {}
    timeout { exit 1 }
    eof { exit 1 }
}
send -- "e4\r"
expect {
    -re "thinking.*white> " {}
    timeout { exit 1 }
    eof { exit 1 }
}
send -- "\003"
expect eof
END
    timeout 300 expect "$BATS_TEST_TMPDIR/script.exp" >"$BATS_TEST_TMPDIR/output" 2>&1 || { cat -v "$BATS_TEST_TMPDIR/output"; return 1; }
    grep -q 'The game is saved in ' "$BATS_TEST_TMPDIR/output"
    not grep -a '\*\*\*' "$BATS_TEST_TMPDIR/output"
    not grep -a 'make' "$BATS_TEST_TMPDIR/output"
}

# bats test_tags=plain
@test "terminal: no line breaks inside a word" {
    local long
    long=$(printf 'folder-%.0s' {1..8})
    mkdir "$long"
    at_terminal --two-persons --ruleset 6170-fall-2003-mindcontrol <<END
see "white, white piece> "
enter "save $long/game-with-long-name.pgn"
see "long-name.pgn"
see "piece> "
enter "name white The Most Honourable and Right Reverend Player of the Whites"
see "piece> "
enter "e4 and then something else that is not a move at all"
see "help"
see "piece> "
enter "quit"
ended
END
    plain | grep -v 'white, white piece> ' | tee lines | wc -L
    [ "$(wc -L <lines)" -le 80 ] || { cat -v lines; return 1; }
    # Each word of these messages is on one line.
    plain | grep -q '`help`'
    plain | grep -qw 'something'
    plain | grep -q "$long/game-with-long-name.pgn"
    plain | grep -q '^    a  b  c  d  e  f  g  h$'
}
