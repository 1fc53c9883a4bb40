#!/usr/bin/env bats
# The CECP server as a program: lines in, lines out.

load helpers

# Sends the engine `xboard` and the arguments, a line each. At the end of input it plays the move
# that it is searching for.
engine() {
    run timeout 300 "$MISERE" < <(printf '%s\n' xboard "$@")
    [ "$status" -eq 0 ]
}

# A dialogue: `say LINE...`, and `await PATTERN`, which reads until a line matches. Afterwards $line
# is that line, and $heard is all that was read.
begin() {
    coproc ENGINE { "$MISERE"; }
    pid=$ENGINE_PID # unset by bash once the engine exits
    say xboard "$@"
}

say() {
    printf '%s\n' "$@" >&"${ENGINE[1]}"
}

await() {
    heard=
    while IFS= read -r -t 300 line <&"${ENGINE[0]}"; do
        heard+="$line"$'\n'
        [[ $line =~ $1 ]] && return 0
    done
    echo "no $1 in: $heard"
    return 1
}

# settled: waits until all commands have been executed.
settled() {
    say "ping $((++pings))"
    await "^pong $pings$"
}

# Does $heard contain a move of the engine?
moved() {
    grep -q '^move ' <<< "$heard"
}

finish() {
    say quit
    wait "$pid"
}

MOVE='^move [a-h][1-8][a-h][1-8][qrbnk]?$'
RULESETS='6170-spring-1994 6170-fall-2003 6170-spring-2006 6170-spring-2006-antiking
    6170-spring-2007 6170-spring-2007-encastle 6170-fall-2007 losers antichess giveaway suicide'

@test "features: done=0 first, done=1 last, every option and variant" {
    engine 'protover 2' 'accepted done' 'rejected highlight'
    [ "${lines[0]}" = 'feature done=0' ]
    [ "${lines[-1]}" = 'feature done=1' ]
    for feature in ping=1 setboard=1 playother=1 san=0 usermove=1 colors=0 sigint=0 sigterm=0 \
        reuse=1 analyze=1 memory=1 debug=1 highlight=1
    do
        like "^feature .*$feature( |$)"
    done
    like '^feature myname="Misere [0-9.]+"$'
    has 'feature option="Move Overhead -spin 20 0 10000"'
    has 'feature option="Clear Hash -button"'
    has 'feature option="Tournament Draws -check 0"'
    for ruleset in $RULESETS; do
        like "^feature variants=\"normal,.*$ruleset[,\"]"
    done
    unlike mindcontrol
    unlike 'option="(Hash|UCI_Variant)'
    engine 'protover 1' new
    [ "$output" = '' ]
}

# bats test_tags=plain
@test "none of our variant names contains one that XBoard knows" {
    engine 'protover 2'
    names=$(sed -n 's/^feature variants="\(.*\)"$/\1/p' <<< "$output" | tr , '\n' |
        grep -vxE 'normal|losers|giveaway|suicide')
    [ "$(wc -l <<< "$names")" -eq 8 ]
    ! grep -E 'normal|castle$|nocastle|wildcastle|fischer|bughouse|house|losers|suicide|giveaway|twokings|kriegspiel|atomic|3check|shatranj|xiangqi|shogi|courier|gothic|capa|falcon|knightmate|berolina|cylinder|janus|great|super|lion|elven|chu|wild|960|w' \
        <<< "$(sed s/encastle// <<< "$names")"
}

# bats test_tags=plain
@test "a variant that GUIs do not know comes with its setup" {
    engine new 'variant 6170-spring-2006-antiking' 'ping 1'
    [ "$output" = 'setup (PNBRQ.....AKpnbrq.....ak) 8x8+0_lion rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w KQkq - 0 1
piece A& mKdK
pong 1' ]
    engine new 'variant 6170-spring-1994' 'ping 1'
    [ "$output" = 'setup (PNBRQ......Kpnbrq......k) 8x8+0_lion rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
pong 1' ]
    engine new 'variant losers' 'ping 1'
    [ "$output" = 'pong 1' ]
    engine new 'variant giveaway' 'variant suicide' 'ping 1'
    [ "$output" = 'pong 1' ]
    engine new 'variant antichess' 'ping 1'
    [ "$output" = 'setup (PNBRQ......Kpnbrq......k) 8x8+0_giveaway rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
pong 1' ]
    engine new 'variant crazyhouse' 'variant 6170-fall-2003-mindcontrol' variant
    [ "$(grep -c '^Error (.*): variant$' <<< "$output")" -eq 3 ]
}

@test "a game: the engine plays black after new, any colour after go, none after force" {
    begin new 'sd 2' 'usermove e2e4'
    await "$MOVE"
    say force 'usermove e4f5'
    settled
    run ! moved
    say new 'sd 2' go
    await "$MOVE"
    say new 'sd 2' playother
    settled
    run ! moved
    say 'usermove e2e4'
    await "$MOVE"
    say new force 'usermove e2e4' playother
    settled
    run ! moved
    say 'sd 2' 'usermove f7f5'
    await '^move e4f5$'
    finish
}

@test "an illegal move is refused with its reason, and the game goes on" {
    begin new 'usermove e2e5'
    await "^Illegal move \('e2e5' is not legal: the pawn on e2 cannot go to e5\): e2e5$"
    await "^tellusererror 'e2e5' is not legal: the pawn on e2 cannot go to e5$"
    say force 'usermove e2e4' 'usermove f7f5' 'usermove g1f3'
    await "^Illegal move \('g1f3' is not legal: White must capture \(exf5\)\): g1f3$"
    say 'usermove @@@@' 'usermove e4f5x' 'usermove Nf3' usermove
    await '^Illegal move .*: @@@@$'
    await '^Illegal move .*: e4f5x$'
    await '^Illegal move .*: Nf3$'
    await '^Error \(expected a move\): usermove$'
    say 'sd 2' go
    await '^move e4f5$'
    finish
}

@test "go right after an illegal move means the other colour" {
    begin new force 'sd 2' 'usermove e2e5' go
    settled
    [[ $heard = *'Illegal move'* ]]
    run ! moved
    say 'usermove e2e4'
    await "$MOVE"
    say new force 'sd 2' 'usermove e2e5' 'time 100' 'otim 100' go
    await "$MOVE"
    finish
}

@test "moves without usermove" {
    begin new 'sd 2' e2e4
    await "$MOVE"
    say new force e2e4 e7e6 @@@@ e2e9
    await '^Illegal move .*: @@@@$'
    await '^Error \(unknown command\): e2e9$'
    finish
}

@test "results are claimed for both sides, after the engine's move and after the opponent's" {
    local position='setboard 7k/8/8/8/8/8/1r5P/K7 w - - 0 1'
    begin new force "$position" 'sd 3' go
    await '^move a1b2$'
    await '^0-1 \{Black wins: Black has only its king left\}$'
    say new force "$position" playother 'usermove a1b2'
    await '^0-1 \{Black wins: Black has only its king left\}$'
    say new 'variant 6170-spring-1994' force 'setboard 7k/6pp/8/8/8/8/8/KR6 w - - 0 1' playother \
        'usermove b1b8'
    await '^0-1 \{Black wins: Black is checkmated\}$'
    finish
}

@test "a finished game is claimed when the engine is asked to move" {
    engine new force 'setboard 7k/8/8/8/8/8/P7/K7 w - - 0 1' go
    has '0-1 {Black wins: Black has only its king left}'
    engine new force 'setboard R6k/6pp/8/8/8/8/8/K7 b - - 0 1' playother
    has '1-0 {White wins: Black is checkmated}'
    engine new 'variant losers' force 'setboard k7/2Q5/8/8/8/p7/P7/7K b - - 0 1' go
    has '0-1 {Black wins: Black is stalemated}'
    engine new 'variant 6170-spring-1994' force 'setboard k7/2Q5/8/8/8/p7/P7/7K b - - 0 1' go
    has '1/2-1/2 {Draw: Black is stalemated}'
    engine new 'variant giveaway' force 'setboard 8/8/8/8/8/p7/P7/8 b - - 0 1' go
    has '0-1 {Black wins: Black is stalemated}'
    engine new 'variant suicide' force 'setboard 8/8/8/8/8/p7/P7/7K b - - 0 1' go
    has '0-1 {Black wins: Black is stalemated, and Black has fewer pieces}'
    engine 'option Tournament Draws=1' new 'variant antichess' force 'setboard 8/8/3b4/8/8/3B4/8/8 w - - 0 1' go
    has '1/2-1/2 {Draw: nothing can ever be captured}'
}

@test "a stalemated player passes, and the user is told" {
    begin new force 'setboard k7/8/8/8/8/p7/P6Q/7K w - - 0 1' playother 'usermove h2c7'
    await '^move @@@@$'
    say 'usermove h1g1'
    await '^move @@@@$'
    say new force 'setboard k7/2p5/8/8/8/p7/P6Q/7K w - - 0 1' 'sd 2' go
    await '^move h2c7$'
    await '^tellopponent You have no move and must pass'
    say 'usermove a8b8'
    await '^Illegal move .*Black has no move and must pass'
    say 'usermove @@@@'
    await "$MOVE"
    say new computer force 'setboard k7/2p5/8/8/8/p7/P6Q/7K w - - 0 1' 'sd 2' go
    await '^move h2c7$'
    settled
    [[ $heard != *tellopponent* ]]
    finish
}

@test "a chip is spent by passing" {
    begin new 'variant 6170-fall-2003' force \
        'setboard rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2 chips:1/0' \
        'usermove @@@@' 'usermove e7e6'
    await "^Illegal move \('e7e6' is not legal: Black must capture \(dxe4\)\)"
    say 'usermove d5e4'
    settled
    [[ $heard != *Illegal* ]]
    finish
}

@test "post: thinking output is ply, score, centiseconds, nodes and moves" {
    begin new 'sd 5' go
    await "$MOVE"
    [ "$(wc -l <<< "$heard")" -eq 2 ]
    say new post 'sd 5' 'usermove e2e4'
    await "$MOVE"
    grep -qE '^5 -?[0-9]+ [0-9]+ [0-9]+( [a-h][1-8][a-h][1-8])+$' <<< "$heard"
    say new nopost 'sd 5' go
    await "$MOVE"
    [ "$(wc -l <<< "$heard")" -eq 2 ]
    finish
}

@test "a win in N turns has the score 100000 + N" {
    local moves='c2c3 c7c6 b2b3 b8a6 b3b4 a6b4 c3b4 c6c5 b4c5 b7b6 c5b6 d8b6 f2f3 b6b1 a1b1 a8b8 b1b8 g7g6'
    begin new force post $moves 'sd 3' go
    await '^move b8c8$'
    grep -qE '^[0-9]+ 100001 ' <<< "$heard"
    await '^1-0 \{White wins: Black is checkmated\}$'
    say new force $moves b8c8 go
    await '^1-0 \{White wins: Black is checkmated\}$'
    finish
}

# bats test_tags=threads
@test "ping is answered when all before it is done; ? makes the engine move" {
    begin new 'st 3600' go 'ping 7' 'ping 8'
    say '?'
    await '^pong 7$'
    moved
    await '^pong 8$'
    local pings=()
    for i in {1..40}; do pings+=("ping $i"); done
    say new 'st 3600' go "${pings[@]}" '?'
    for i in {17..40} {1..16}; do
        await "^pong $i$"
    done
    say new 'st 3600' go 'ping 9' force
    await '^pong 9$'
    run ! moved
    say '?' 'ping 10'
    await '^pong 10$'
    say ping 'ping x'
    await '^Error \(expected a number\): ping$'
    await '^Error \(expected a number\): ping$'
    finish
}

# thinks COMMAND...: sends the commands and `go`, and sets `nodes` to how many were searched for the move.
thinks() {
    say "$@" post go
    await "$MOVE"
    nodes=$(sed -nE 's/^[0-9]+ -?[0-9]+ [0-9]+ ([0-9]+) .*/\1/p' <<< "$heard" | tail -n 1)
    echo "$*: $nodes nodes"
}

@test "no clock is exceeded" {
    begin 'option nodestime=100'
    thinks new 'level 0 0:00 0' 'time 10'
    [ "$nodes" -le 10100 ]
    thinks new 'level 40 0:01 0'
    [ "$nodes" -le 100100 ]
    thinks new 'level 0 1 0.5' 'time 20' 'otim 5'
    [ "$nodes" -le 70100 ]
    thinks new 'st 0.1'
    [ "$nodes" -le 10100 ]
    finish
}

# bats test_tags=plain
@test "the engine notices from its clock that turns cost more than its own thinking time" {
    begin new 'level 0 0:20 0' force 'sd 1'
    thinks 'time 2000'
    # These moves replace the engine's own, which this test cannot know.
    say force undo 'usermove e2e3' 'usermove e7e6'
    thinks 'time 1810'
    say force undo 'usermove a2a4' 'usermove a7a5' 'sd 99'
    thinks 'time 2000'
    # In a thirtieth of a second, instead of a whole one.
    [ "$nodes" -lt 300000 ]
    finish
}

@test "bad times are refused" {
    engine level 'level 40' 'level 40 5' 'level 40 5 x' 'level x 5 0' 'level 40 5 0 9' 'level -1 5 0' \
        'level 40 :30 0' st 'st x' 'st -1' sd 'sd 0' 'sd x' time 'time x' 'ping 1'
    [ "$(grep -cE '^Error \(.*\): (level|st|sd|time)$' <<< "$output")" -eq 16 ]
    engine 'level 40 5:30+25 0' 'level 0 99999999999999999999 99999999999999999999' \
        'time -99999999999' 'time 999999999999999' 'level 0 5:30 2' 'st 99999999999999999' 'sd 99' 'ping 1'
    [ "$output" = 'pong 1' ]
}

@test "undo takes back one move, remove one of each player" {
    engine new force 'usermove e2e4' 'usermove e7e6' undo 'usermove d7d6' remove 'usermove d2d4' \
        remove undo undo 'ping 1'
    [ "$output" = 'Error (command not legal now): remove
Error (command not legal now): undo
pong 1' ]
    begin new 'sd 2' 'usermove e2e4'
    await "$MOVE"
    say remove 'usermove d2d4'
    await "$MOVE"
    finish
}

@test "setboard sets a position; a bad one stops all play" {
    begin new force 'setboard 8/8/8/8/8/8/8/8 w - - 0 1'
    await '^tellusererror Illegal position: White has no king'
    say 'usermove e2e4' go playother analyze hint exit
    await '^Illegal move \(the last setboard was refused\): e2e4$'
    await '^Error \(command not legal now\): go$'
    await '^Error \(command not legal now\): playother$'
    say 'setboard 4k3/8/8/8/8/8/4p3/R3K3 w - - 0 1' 'sd 2' go
    await '^move e1e2$'
    say 'setboard nonsense' new 'sd 2' 'usermove e2e4'
    await "$MOVE"
    finish
}

@test "an extra move before setboard does no harm" {
    begin new 'variant losers' force a2a3 \
        'setboard rnbqkbnr/pppp1ppp/8/4p3/5P2/8/PPPPP1PP/RNBQKBNR b KQkq - 0 2' 'sd 2' go
    await '^move e5f4$'
    finish
}

# bats test_tags=threads
@test "analysis follows the board and makes no moves" {
    begin new post analyze
    await '^[0-9]+ -?[0-9]+ [0-9]+ [0-9]+ [a-h]'
    say '?' . # which ends searches for a move only
    await '^stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ 20$'
    say 'usermove e2e4' .
    await '^stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ 20$'
    say 'usermove f7f5' .
    await '^stat01: [0-9]+ [0-9]+ [0-9]+ [01] 1$'
    await ' e4f5 ?'
    say undo . 'usermove g1f3' .
    await '^Illegal move'
    await '^stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ 20$'
    say hint
    await '^Hint: '
    say 'setboard 8/8/8/8/8/8/8/8 w - - 0 1' .
    await '^tellusererror'
    say new .
    await '^stat01'
    say exit .
    settled
    [[ $heard != *stat01* ]]
    run ! moved
    finish
}

# bats test_tags=plain
@test "the analysis's progress counts the moves left" {
    begin new analyze .
    await '^stat01: [0-9]+ [0-9]+ [0-9]+ 20 20$' # at first
    until [[ $line =~ \ (1?[1-9]|10)\ 20$ ]]; do # later
        sleep 0.1
        say .
        await '^stat01: '
    done
    finish
}

@test "hint, bk and draw" {
    begin new hint
    await '^Hint: [a-h][1-8][a-h][1-8]$'
    say bk
    await '^ No book move for this position.$'
    await '^$'
    say draw
    settled
    [[ $heard != *offer* ]]
    # Whoever has more pieces to give away is behind.
    say new force 'setboard rnbqkbnr/pppppppp/8/8/8/8/8/Q3K3 b - - 0 1' 'sd 3' go
    await "$MOVE"
    say draw
    await '^offer draw$'
    # The score was that of another position.
    say force 'setboard rnbqkbnr/pppppppp/8/8/8/8/8/Q3K3 w - - 0 1' playother draw
    settled
    [[ $heard != *offer* ]]
    say new 'variant losers' force 'setboard rnbqkbnr/pppppppp/8/8/8/8/8/Q3K3 b kq - 0 1' 'sd 3' go
    await "$MOVE"
    say draw
    settled
    [[ $heard != *offer* ]]
    say 'option Tournament Draws=1' draw
    await '^offer draw$'
    finish
}

@test "the book is played from and shown" {
    begin new post bk "option BookFile=$ROOT/book/mate-loses.bin" 'option OwnBook=1'
    await '^ No book move for this position.$'
    say bk
    await '^ [a-h][1-8][a-h][1-8] weight [1-9][0-9]*$'
    await '^$'
    say go
    await "$MOVE"
    [[ $heard = '0 0 0 0 (book)'* ]]
    say 'option BookFile=/nowhere'
    await '^Error \(option BookFile'
    say 'variant LOSERS'
    await '^telluser BookFile: it has nothing for the initial position of ruleset losers$'
    printf 'F;\226\030\026\221\374\234\003\034\0\001\0\0\0\0' > "$BATS_TEST_TMPDIR/polyglot.bin"
    say "option BookFile=$BATS_TEST_TMPDIR/polyglot.bin"
    await '^telluser BookFile: it has no initial position of losers or any other ruleset; '
    finish
}

# bats test_tags=threads
@test "a finished game is learned from" {
    local file="$BATS_TEST_TMPDIR/learned"
    engine "option Experience File=$file" new force 'setboard 7k/8/8/8/8/8/1r5P/K7 w - - 0 1' \
        playother 'usermove a1b2'
    has '0-1 {Black wins: Black has only its king left}'
    [ -s "$file" ]
    rm "$file"
    engine "option Experience File=$file" new force 'setboard 7k/8/8/8/8/8/1r5P/K7 w - - 0 1' \
        'usermove a1b2' 'result 0-1 {Black wins}'
    [ -s "$file" ]
}

# bats test_tags=plain
@test "a finished game is learned from only once, whatever follows" {
    local file="$BATS_TEST_TMPDIR/learned" once="$BATS_TEST_TMPDIR/once"
    local game=(new force 'setboard 7k/8/8/8/8/8/1r5P/K7 w - - 0 1' 'usermove a1b2')
    engine "option Experience File=$once" "${game[@]}" 'result 0-1 {Black wins}'
    [ -s "$once" ]
    for next in new 'variant losers' 'option MultiPV=1' 'setboard 7k/8/8/8/8/8/1r5P/K7 w - - 0 1' \
        quit 'result 0-1 {Black wins}'
    do
        rm -f "$file"
        engine "option Experience File=$file" "${game[@]}" "$next"
        cmp "$once" "$file"
    done
    rm "$file"
    engine "option Experience File=$file" "${game[@]}" 'result 0-1 {Black wins}' undo \
        'usermove a1b2' 'result 0-1 {Black wins}' new
    cmp "$once" "$file"
}

@test "options and memory, good and bad" {
    engine 'memory 32' 'option Move Overhead=100' 'option Clear Hash' 'option Tournament Draws=1' \
        'option Tournament Draws=0' 'ping 1'
    [ "$output" = 'pong 1' ]
    engine memory 'memory 0' 'memory x' option 'option Nonsense=1' 'option Move Overhead' \
        'option Tournament Draws=2' 'option uci_variant=losers'
    [ "$(grep -cE '^Error \(.*\): (memory|option)$' <<< "$output")" -eq 8 ]
    has 'Error (use the variant command): option'
    begin new 'st 3600' go 'option Move Overhead=1'
    await "$MOVE"
    finish
}

# bats test_tags=plain
@test "threefold repetition is claimed with Tournament Draws" {
    local repeated='g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1'
    engine 'option Tournament Draws=1' new force $repeated f6g8 go
    has '1/2-1/2 {Draw: threefold repetition}'
    engine new force $repeated f6g8 'sd 1' go
    unlike '^1/2'
}

# bats test_tags=threads
@test "hard: the engine thinks on the opponent's time" {
    local position='setboard 4k3/p7/8/8/8/8/7P/3QK3 w - - 0 1'
    begin new hard post 'sd 4' force "$position" go
    await '^Hint: '
    reply=${line#Hint: }
    say hint
    await "^Hint: $reply$"
    say 'ping 1' "lift ${reply:0:2}" 'usermove h1h8'
    await '^pong 1$'
    await '^highlight .*[RY]'
    await '^Illegal move'
    say "usermove $reply"
    await "$MOVE"
    await '^Hint: '
    reply=${line#Hint: }
    say remove undo undo
    await '^Error'
    say force "$position" go
    await '^Hint: '
    say easy draw hint
    await '^Hint: '
    say force undo 'sd 1' go
    await "$MOVE"
    settled
    [[ $heard != *Hint* ]]
    finish
}

# bats test_tags=threads
@test "a clock set before the expected move counts" {
    begin new hard post 'level 1 60 0' 'usermove e2e4'
    await '^[3-9] '
    say nopost '?'
    await "$MOVE"
    say 'ping 1'
    await '^Hint: |^pong 1$'
    # A search that has just changed its mind expects no reply.
    [[ "$line" = Hint:* ]] || { finish; skip 'the engine does not ponder'; }
    say 'time 10' 'otim 10' "usermove ${line#Hint: }"
    await "$MOVE" # soon, not after half an hour
    finish
}

# bats test_tags=threads
@test "a move other than the pondered one" {
    begin new hard 'sd 3' 'usermove e2e4'
    await "$MOVE"
    await '^Hint: '
    say "lift a2" 'ping 1'
    await '^pong 1$'
    move=$(for m in a2a3 h2h3 b2b3 e4e5; do [ "$m" = "${line#Hint: }" ] || echo "$m"; done | head -1)
    say "usermove $move" 'usermove e4f5' 'usermove e4d5'
    await "$MOVE|^Illegal"
    say quit
    wait "$pid"
}

@test "lift is answered with the squares of the piece" {
    engine new force 'lift e2' 'usermove e2e4' 'usermove f7f5' 'lift e4' 'lift g1' 'lift z9' lift \
        'put e4' 'hover f5'
    [ "$output" = 'highlight 8/8/8/8/4Y3/4Y3/8/8
highlight 8/8/8/5R2/8/8/8/8
Error (expected a square): lift
Error (expected a square): lift' ]
}

@test "blanks are allowed after xboard" {
    run timeout 300 "$MISERE" < <(printf '%s\n' 'xboard  ' 'ping 1')
    [ "$status" -eq 0 ]
    [ "$output" = 'pong 1' ]
}

@test "commands without an answer" {
    engine 'accepted done' 'rejected nps' random computer 'name Somebody' 'rating 1 2' 'ics -' white \
        black 'otim 100' 'result 1-0 {White mates}' post nopost easy '?' . exit '' '   '
    [ "$output" = '' ]
}

# bats test_tags=plain
@test "help lists every command, as comments; the documentation has the same" {
    engine help
    unlike '^[^#]'
    # The first paragraph below the heading.
    documented=$(sed -n '/^## CECP/,/^- /{/^[^#-]/p}' "$ROOT/docs/engine.md" |
        grep -o '`[a-z.?]*`' | tr -d '`' | sort -u)
    [ "$documented" = "$(awk '{ print $2 }' <<< "$output" | sort)" ]
}

@test "the engine survives unknown commands and any input" {
    engine nonsense 'edit' $'\x01\x02' 'ping 1'
    has 'Error (unknown command): nonsense'
    has 'Error (unknown command): edit'
    has 'pong 1'
    for seed in 1 2 3; do
        perl -e 'srand(shift); print map { chr int rand 256 } 1 .. 300000' "$seed" \
            > "$BATS_TEST_TMPDIR/noise"
        run timeout 300 "$MISERE" < <(echo xboard; cat "$BATS_TEST_TMPDIR/noise"; printf '\nping 1\n')
        [ "$status" -eq 0 ]
        has 'pong 1'
    done
    run timeout 300 "$MISERE" < <(echo xboard; head -c 20000000 /dev/zero | tr '\0' x; printf '\nping 1\n')
    has 'Error (too long): line'
    has 'pong 1'
    run timeout 300 "$MISERE" < <(printf 'xboard\r\npi\0ng 2\n\n   \nping 1\r\n')
    has 'Error (contains a NUL byte): line'
    has 'pong 1'
}

# bats test_tags=threads
@test "the engine survives random commands in any order" {
    for seed in 1 2 3; do
        perl -e 'srand(shift);
            my @words = ("new", "force", "go", "playother", "undo", "remove", "hard", "easy", "post",
                "analyze", "exit", ".", "?", "hint", "bk", "draw", "result *", "computer", "lift e2",
                "variant losers", "variant 6170-spring-2006-antiking", "ping 1", "time 1", "sd 2",
                "st 0.01", "level 40 0:01 0", "memory 1", "option Clear Hash", "usermove @@@@",
                "setboard 8/8 w", "setboard k7/2Q5/8/8/8/p7/P7/7K b - - 0 1",
                "option Tournament Draws=1", "nopost");
            for (1 .. 600) {
                if (rand() < 0.4) {
                    printf "usermove %s%d%s%d\n", map { (chr(97 + rand 8), 1 + int rand 8) } 1, 2;
                } else {
                    print "$words[rand @words]\n";
                }
            }' "$seed" > "$BATS_TEST_TMPDIR/script"
        run timeout 300 "$MISERE" < <(echo xboard; cat "$BATS_TEST_TMPDIR/script"
            printf 'force\nping 99\n')
        [ "$status" -eq 0 ] || { echo "seed $seed: $status"; return 1; }
        has 'pong 99'
    done
}

# bats test_tags=threads
@test "quit ends the engine at once, the end of input after its move" {
    run timeout 300 "$MISERE" < <(printf '%s\n' xboard new 'st 3600' go quit)
    [ "$status" -eq 0 ]
    unlike '^move'
    engine new 'st 3600' hard go
    like "$MOVE"
    engine analyze
    [ "$output" = '' ]
}

# bats test_tags=plain
@test "whole games of each family of rulesets, judged by the referee" {
    for ruleset in 6170-fall-2003 6170-spring-2006-antiking 6170-spring-2007-encastle losers antichess; do
        chips=
        [ "$ruleset" != 6170-fall-2003 ] || chips='--chips 2 2'
        run timeout 300 "$BIN/misere-referee" --quiet --seed 1 --out "$ruleset" --ruleset "$ruleset" \
            --player "cmd=$MISERE" proto=cecp depth=3 --player greedy $chips --draws \
            --random-plies 4 --games 2
        [ "$status" -eq 0 ] || { echo "$ruleset: $output"; return 1; }
        tail -n +2 "$ruleset/log.jsonl" | jq -re .reason > reasons
        [ "$(wc -l < reasons)" -eq 2 ]
        not grep -vxE 'piecesLost|checkmate|stalemate|threefold|fifty' reasons
    done
}
