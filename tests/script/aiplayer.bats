#!/usr/bin/env bats
# bats file_tags=plain,slow
# The AI player's jar, played by misere-referee through the course's interface, and the adapter between the two.

load helpers

JAR=$BIN/misere-aiplayer.jar
UCI=$TEST_BIN/../aiplayer/misere-uci.jar
PLAYER=$JAR:misere.aiplayer.MisereFactory
CLASSES=$BATS_FILE_TMPDIR/classes
COURSE=$ROOT/tools/aiplayer/course

# Compiles the programs in tests/aiplayer.
setup_file() {
    command -v javac > /dev/null || return 0
    javac -d "$CLASSES" -cp "$JAR:$UCI" "$ROOT"/tests/aiplayer/*.java
}

setup() {
    command -v javac > /dev/null || skip "there is no JDK"
    cd "$BATS_TEST_TMPDIR"
    mkdir tmp
}

# Runs Java with a temporary folder of its own.
java_() {
    timeout 300 java -Djava.io.tmpdir="$PWD/tmp" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$@"
}

# adapter JAR:CLASS: makes the program `player`, a UCI engine of the factory.
adapter() {
    printf '%s\n' '#!/bin/sh' "exec java -Djava.io.tmpdir='$PWD/tmp' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar '$UCI' '$1'" > player
    chmod +x player
}

# match WORD...: games of P, the first player, in the folder `match`; the dialogue is in `transcript`. KEYS may have more
# keys of P.
match() {
    rm -rf match transcript
    run timeout 300 "$BIN/misere-referee" --quiet --out match --draws --transcript transcript \
        --player cmd=./player name=P "${KEYS[@]}" "$@"
    gone "$PWD/tmp/misere-"
    rm -rf tmp/*
}

# referee WORD...: a match of the AI player; fails if there are forfeits or losses on time, or if processes remain.
referee() {
    adapter "$PLAYER"
    match --tc 600 "$@"
    [ "$status" -eq 0 ] && like '^# +Player .*Score' && unlike '^# .*(Illegal|Time|Crash)'
}

# probe CLASS WORD...: runs a program in tests/aiplayer.
probe() {
    run java_ -cp "$CLASSES:$JAR:$UCI" "$@"
    [ "$status" -eq 0 ] || { echo "status $status: $output"; return 1; }
    nothing_left
}

# Does this engine have the option Experience File?
learns() {
    "$BIN/misere" uci | grep -q 'option name Experience File'
}

nothing_left() {
    gone "$PWD/tmp/misere-" && [ -z "$(ls tmp)" ] || { ls -R tmp; return 1; }
}

# quick_engine: sets MISERE_ENGINE to a fast engine that logs its input to the file "told".
quick_engine() {
    cat > quick-engine << EOF
#!/usr/bin/env bash
tee -a "$PWD/told" | sed -u 's/^go .*/go nodes 500/' | "$BIN/misere"
EOF
    chmod +x quick-engine
    export MISERE_ENGINE="$PWD/quick-engine"
}

# bad_engine COMMAND: sets MISERE_ENGINE to an engine that runs COMMAND at its first `go`, and plays
# quickly after it has been restarted.
bad_engine() {
    quick_engine
    cat > bad-engine << EOF
#!/usr/bin/env bash
if ! mkdir "$PWD/misbehaved" 2> /dev/null; then
    exec "$PWD/quick-engine"
fi
while read -r line; do
    case \$line in
    go*) $1 ;;
    *) printf '%s\n' "\$line" ;;
    esac
done > >(exec "$BIN/misere")
EOF
    chmod +x bad-engine
    export MISERE_ENGINE="$PWD/bad-engine"
}

@test "the jar contains the engine but not the course's interfaces" {
    run jar tf "$JAR"
    like '^misere/aiplayer/misere$'
    like '^misere/aiplayer/MisereFactory.class$'
    [ "$(grep -c 'antichess/.*class' <<< "$output")" -eq 2 ]
    like '^antichess/TextUI.class$'
    like '^net/antichess/ai/TextUI.class$'
}

@test "java antichess.TextUI, as the handouts type it, is the adapter" {
    local data="$DATA/textui" class
    for class in antichess.TextUI net.antichess.ai.TextUI; do
        java_ -cp "$JAR" $class < "$data/sample.input" > sample.actual
        diff -u "$data/sample.expected" sample.actual
        printf '%s\n' 'StartNewGame computer 0 human 0' GetNextMove |
            java_ -cp "$JAR" $class --think 1 > answers
        grep -qE '^[a-h][1-8]-[a-h][1-8]$' answers
        run java_ -cp "$JAR" $class --no-such-option
        [ "$status" -eq 2 ]
        nothing_left
    done
}

@test "timed games of each family: no illegal turn, and the engine knows its clock" {
    quick_engine
    for ruleset in 6170-spring-2007 6170-spring-2006-antiking 6170-fall-2003-mindcontrol; do
        referee --ruleset $ruleset --format gauntlet --player random --player greedy
        [ "$(wc -l < match/log.jsonl)" -eq 5 ]
        not grep -q 'Exception' transcript
    done
    grep -qE '^go wtime [1-9][0-9]* btime [1-9][0-9]*' told
}

@test "games of other rulesets against itself" {
    quick_engine
    for ruleset in 6170-spring-1994 losers 6170-fall-2007; do
        referee --ruleset $ruleset --games 1 --player cmd=./player name=Q
    done
}

@test "chips given by the properties buy passes for both sides" {
    quick_engine
    referee --ruleset 6170-fall-2003 --chips 9 9 --player random
    grep -q '<- bestmove 0000$' transcript
    grep -q '^position fen .* chips:9/9 moves \(.* \)*0000' told
}

@test "a minimum charge of a full second is detected and used" {
    quick_engine
    referee --min-charge 1000 --games 1 --player random
    grep -qx 'setoption name Minimum Move Charge value 1000' told
    rm told
    referee --games 1 --player random
    not grep -q 'Minimum Move Charge' told
}

@test "a game without clocks" {
    quick_engine
    adapter "$PLAYER"
    match --nodes 500 --games 1 --player random
    [ "$status" -eq 0 ]
    grep -qx 'go movetime 2000' told
}

@test "it sends at least three chat lines a game, at most one a turn, and uses the opponent's name" {
    quick_engine
    referee --games 1 --player greedy
    grep -q 'says: Hello, opponent!' transcript
    [ "$(sed -n 's/.*says: //p' transcript | sort -u | wc -l)" -ge 3 ]
    # never two lines without a turn between them
    awk '/ says: / { if (said) exit 1; said = 1; next } / bestmove / { said = 0 }' transcript
}

@test "an engine that dies is restarted" {
    bad_engine 'exit 1'
    referee --games 1 --player random
    [ -d misbehaved ]
}

@test "an engine that hangs is restarted in time" {
    bad_engine 'sleep 1000'
    probe OneTurn
    like '^turn [a-h][1-8]-[a-h][1-8]$'
    [ -d misbehaved ]
}

@test "an engine that answers an illegal move is restarted" {
    bad_engine 'echo bestmove a1h8 >&4'
    sed -i 's|^while|exec 4>\&1\nwhile|' bad-engine
    referee --games 1 --player random
    [ -d misbehaved ]
}

@test "an engine that floods its output is restarted" {
    for deed in 'yes info string one of many >&4' 'yes | tr -d "\\\\n" >&4'; do
        bad_engine "$deed"
        sed -i 's|^while|exec 4>\&1\nwhile|' bad-engine
        referee --games 1 --player random
        rmdir misbehaved
    done
}

@test "options that the engine refuses do not stop the game" {
    cat > picky-engine << EOF
#!/usr/bin/env bash
sed -u 's/^setoption name \(Minimum Move Charge\|State Limit\) value .*/setoption name \1 value none/; s/^go .*/go nodes 500/' |
    "$BIN/misere" | tee -a "$PWD/answers"
EOF
    chmod +x picky-engine
    MISERE_ENGINE="$PWD/picky-engine" referee --games 1 --player random --min-charge 1000
    grep -q '^info string error: setoption: option Minimum Move Charge: ' answers || { cat answers; return 1; }
    gone "$PWD/picky-engine"
}

@test "an engine that never works causes an exception with the reason" {
    printf '#!/bin/sh\nexit 3\n' > bad-engine
    chmod +x bad-engine
    MISERE_ENGINE="$PWD/bad-engine" run java_ -jar "$UCI" "$PLAYER" <<< uci
    [ "$status" -eq 1 ]
    like '^info string error: .*cannot run the engine: it has exited'
    nothing_left
}

@test "an engine exits when its virtual machine is killed" {
    mkfifo commands
    exec 8<> commands
    java -Djava.io.tmpdir="$PWD/tmp" -jar "$UCI" "$PLAYER" < commands > log 3>&- 8>&- &
    MACHINE=$!
    printf '%s\n' uci 'position startpos' 'go wtime 30000 btime 30000' >&8
    for _ in {1..3000}; do
        ! grep -q '^bestmove ' log || break
        sleep 0.1
    done
    pgrep -f "$PWD/tmp/misere-"
    kill -KILL $MACHINE
    gone "$PWD/tmp/misere-"
}

teardown() {
    [ -z "${MACHINE:-}" ] || kill -KILL $MACHINE 2> /dev/null || true
}

@test "invalid properties and turns are refused, and the game continues" {
    probe Refusals
}

# scripted_engine FEN TURN...: sets MISERE_ENGINE to an engine that starts from FEN and plays these
# turns.
scripted_engine() {
    cat > scripted-engine << EOF
#!/usr/bin/env bash
turns=(${*:2})
exec 4>&1
while read -r line; do
    case \$line in
    go*) echo "bestmove \${turns[0]}" >&4; turns=("\${turns[@]:1}") ;;
    *) printf '%s\n' "\${line/position startpos/position fen $1}" ;;
    esac
done > >(exec "$BIN/misere")
EOF
    chmod +x scripted-engine
    export MISERE_ENGINE="$PWD/scripted-engine"
}

# answers RULESET COLOUR MOVE...: prints what getMove returns for each of these moves, in quotes.
answers() {
    probe Answers "$@"
}

@test "turns lost by stalemate are empty strings in both directions" {
    scripted_engine '7k/7p/7P/8/8/8/8/4K1R1 w - - 0 1' 0000 0000
    answers 6170-spring-2007 black e1-e2 e2-e3
    [ "$output" = "'' '' " ]
    scripted_engine '7k/7p/7P/8/8/8/8/4K1R1 w - - 0 1' e1d1 d1c1 c1b1
    answers 6170-spring-2007 white '' '' ''
    [ "$output" = "'e1-d1' 'd1-c1' 'c1-b1' " ]
}

@test "the last turn of mind control, castling, and promotion" {
    scripted_engine '4k3/8/8/8/8/8/P2p4/4K3 w - - 0 1' e1d2,gameover
    answers 6170-fall-2003-mindcontrol white ''
    [ "$output" = "'e1-d2,gameover' " ]
    scripted_engine 'k7/4P3/8/2p5/8/8/8/4K2R w K - 0 1' e1g1 e7e8q
    answers 6170-fall-2007 white '' a8-a7
    [ "$output" = "'e1-g1' 'e7-e8' " ]
    scripted_engine 'k7/4P3/8/7p/8/8/8/K7 w - - 0 1' e7e8n
    answers losers white ''
    [ "$output" = "'e7-e8n' " ]
}

@test "the engine may be killed between turns; the state can be read at any time" {
    quick_engine
    probe Killed
}

@test "engines of unreachable players are stopped" {
    probe Unreachable
}

@test "the course's ChatProxy may be a class" {
    quick_engine
    cp -r "$COURSE" course
    sed -i 's/public interface ChatProxy/public abstract class ChatProxy/
        s/void sendChat(String message);/public abstract void sendChat(String message);/' \
        course/net/antichess/ai/ChatProxy.java
    cat > course/Probe.java << 'EOF'
import java.util.Properties;
import net.antichess.ai.*;

public class Probe {
    public static void main(String[] words) throws Exception {
        ChatProxy proxy = new ChatProxy() {
            public void sendChat(String message) {
                System.out.println("heard: " + message);
                throw new IllegalStateException("the line is cut");
            }
        };
        AiPlayerFactory factory = (AiPlayerFactory) Class.forName("misere.aiplayer.MisereFactory")
                .getConstructor().newInstance();
        Properties terms = new Properties();
        terms.setProperty("antichess.ruleSet", "losers");
        terms.setProperty("antichess.timedGame", "true");
        terms.setProperty("antichess.blackPlayerName", "Ada");
        factory.createPlayer(true, terms, proxy, null, null, 0).getMove("", 600000, 600000);
    }
}
EOF
    javac -d classes -sourcepath course course/Probe.java
    run java_ -cp "classes:$JAR" Probe
    [ "$status" -eq 0 ]
    like '^heard: Hello, Ada!'
}

@test "without learning, the state is returned unchanged" {
    not learns || skip "it does know"
    probe SameState
}

@test "the state holds what was learned, grows with each game, and stays within its limit" {
    learns || skip "the engine does not learn"
    quick_engine
    bytes_after() {
        adapter "$PLAYER"
        KEYS=("option.State Limit=$2")
        match --tc 600 --games "$1" --player random
        sed -n 's/.*info string state: \([0-9]*\) bytes/\1/p' transcript | tail -n 1
    }
    one=$(bytes_after 1 100000)
    four=$(bytes_after 4 100000)
    most=$(bytes_after 4 1100)
    echo "one: $one, four: $four, with a limit: $most"
    [ "$one" -gt 0 ] && [ "$four" -gt "$one" ] && [ "$most" -gt 0 ] && [ "$most" -le 1100 ]
    # too small to store anything
    [ "$(bytes_after 1 10)" -eq 0 ]
}

@test "a state that exceeds a new limit is cut to what fits" {
    learns || skip "the engine does not learn"
    # 200 positions
    perl -e 'sub number { pack("Q>", $_[0]) }
        my $records = join("", map { number($_) . pack("nnN", 1, 1, 1) } 1 .. 200);
        my $start = "MISEREXP" . pack("NN", 1, 1);
        use integer;
        my $hash = -3750763034362895579;
        $hash = ($hash ^ ord) * 1099511628211 for split //, $start . $records;
        print $start, pack("q>", $hash), $records' > state
    probe KeptState
    [ "$output" = '3224 3224 3208 1016 0' ]
}

@test "the engine is told of the tournament's draws if the ruleset's properties say so" {
    quick_engine
    probe TournamentDraws
    [ "$(grep -c '^setoption name Tournament Draws value true$' told)" -eq 1 ]
    [ "$(grep -c 'Tournament Draws value' told)" -eq 1 ]
}

@test "a state that the engine cannot read is discarded" {
    learns || skip "the engine does not learn"
    probe UnreadableState
}

@test "players of other factories lose by their faults" {
    # factory, clock, column of the table, and what the dialogue says
    while IFS='|' read -r name clock column said; do
        adapter "$CLASSES:Bad\$$name"
        match --unchecked --tc "$clock" --games 1 --player random
        [ "$status" -eq 0 ]
        like "^# +Player .*Score  $column"
        like "^2  P .* 1\$"
        grep -q -- "$said" transcript
    done << 'TEXT'
Cheat|600|Illegal|bestmove e2-e5
Sleeper|0.2|Time|go wtime 200
Thrower|600|Crash|info string error: .*not today
TEXT
    adapter "$CLASSES:Bad\$Cheat"
    run ./player <<< $'uci\nsetoption name State Limit value 99\nposition startpos\ngo wtime 1 btime 1\nquit'
    [ "$status" -eq 1 ]
    like 'info string error: .*its state has 100 bytes'
    match --ruleset losers --player random
    [ "$status" -eq 1 ]
    like 'UCI_Variant'
    match --tc 600 --random-plies 2 --player random
    grep -q 'info string error: .*only games from the initial position' transcript
    for words in '' 'nowhere.jar:Bad' 'nowhere.jar' "$JAR:misere.aiplayer.Turns"; do
        # shellcheck disable=SC2086
        run java_ -jar "$UCI" $words
        [ "$status" -eq 2 ] || { echo "$words: status $status: $output"; return 1; }
    done
}
