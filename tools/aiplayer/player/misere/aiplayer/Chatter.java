package misere.aiplayer;

import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Set;
import net.antichess.ai.ChatProxy;

/** Sends chat messages to the opponent: at most one per turn, and each at most once per game. */
final class Chatter {
    /** The score, in centipawns, from which a lead is mentioned. */
    private static final int BIG_LEAD = 400;
    /** The number of our own turns after which a game counts as long. */
    private static final int LONG_GAME = 10;

    private enum Topic { GREETING, LOST_TURN, CHIP, END, WIN, LOSS, AHEAD, BEHIND, LONG_GAME }

    private final ChatProxy proxy;
    private final GameSettings settings;
    private final Set<Topic> said = EnumSet.noneOf(Topic.class);
    private int turns;

    /** If {@code proxy} is null, nothing is sent. */
    Chatter(ChatProxy proxy, GameSettings settings) {
        this.proxy = proxy;
        this.settings = settings;
    }

    /** Comments on the move we are about to play. */
    void comment(Engine.BestMove bestMove) {
        turns++;
        if (turns == 1)
            say(Topic.GREETING, greeting());
        else if (bestMove.turn.equals(Turns.PASS) && settings.hasChips())
            say(Topic.CHIP, "I pay a chip, lean back, and watch you move.");
        else if (bestMove.turn.equals(Turns.PASS))
            say(Topic.LOST_TURN, "Not a single move left! I will just sit here and look busy.");
        else if (bestMove.isMate)
            commentOnMate(bestMove.score);
        else if (bestMove.score >= BIG_LEAD)
            say(Topic.AHEAD, "Help yourself, please. There is more where that came from.");
        else if (bestMove.score <= -BIG_LEAD)
            say(Topic.BEHIND, "I seem to be keeping far too many pieces.");
        else if (turns > LONG_GAME)
            say(Topic.LONG_GAME, "All these turns, and still so much wood on the board.");
    }

    /** {@code turns} until we win, or if negative, until we lose. */
    private void commentOnMate(int turns) {
        if (turns == 1)
            say(Topic.END, "That was it. Never was losing so pleasant; thank you for the game!");
        else if (turns == -1)
            say(Topic.END, "You have lost better than I did. Well played!");
        else if (turns > 0)
            say(Topic.WIN, "I see a win in " + turns + ". Everything must go!");
        else
            say(Topic.LOSS, "You can win this in " + -turns + ". I hope you have not noticed.");
    }

    private String greeting() {
        String name = settings.opponentName.isEmpty() ? "there" : settings.opponentName;
        String time = settings.initialTime > 0
                          ? (settings.initialTime + 500) / 1000 + " seconds to lose it all"
                          : "all the time in the world to lose everything";
        return "Hello, " + name + "! I am Misère, and I have " + time + ".";
    }

    private void say(Topic topic, String line) {
        if (said.add(topic) && proxy != null)
            send(line);
    }

    /**
     * Uses reflection because the course's ChatProxy may be a class or an interface, and the
     * bytecode for calling them differs. Errors are ignored: a failed message must not lose a game.
     */
    private void send(String line) {
        try {
            Method sendChat = ChatProxy.class.getMethod("sendChat", String.class);
            sendChat.invoke(proxy, line);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return;
        }
    }
}
