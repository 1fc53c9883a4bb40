package misere.aiplayer;

import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Set;
import net.antichess.ai.ChatProxy;

/** Says something fitting now and then: each thing once a game, and at most one a turn. */
final class Chatter {
    /** A lead worth talking about, in centipawns. */
    private static final int MUCH = 400;
    private static final int LONG_GAME = 10;

    private enum Topic { GREETING, LOST_TURN, CHIP, END, WIN, LOSS, AHEAD, BEHIND, LONG_GAME }

    private final ChatProxy proxy;
    private final GameTerms terms;
    private final Set<Topic> said = EnumSet.noneOf(Topic.class);
    private int turns;

    /** {@code proxy} may be null: nobody listens. */
    Chatter(ChatProxy proxy, GameTerms terms) {
        this.proxy = proxy;
        this.terms = terms;
    }

    /** We are about to play this. */
    void comment(Engine.Answer answer) {
        turns++;
        if (turns == 1)
            say(Topic.GREETING, greeting());
        else if (answer.turn.equals(Turns.PASS) && terms.hasChips())
            say(Topic.CHIP, "I pay a chip, lean back, and watch you move.");
        else if (answer.turn.equals(Turns.PASS))
            say(Topic.LOST_TURN, "Not a single move left! I will just sit here and look busy.");
        else if (answer.isMate)
            commentOnEnd(answer.score);
        else if (answer.score >= MUCH)
            say(Topic.AHEAD, "Help yourself, please. There is more where that came from.");
        else if (answer.score <= -MUCH)
            say(Topic.BEHIND, "I seem to be keeping far too many pieces.");
        else if (turns > LONG_GAME)
            say(Topic.LONG_GAME, "All these turns, and still so much wood on the board.");
    }

    /** {@code turns} until we have won; below 0: until we have lost. */
    private void commentOnEnd(int turns) {
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
        String name = terms.opponentName.isEmpty() ? "there" : terms.opponentName;
        String time = terms.initialTime > 0
                          ? (terms.initialTime + 500) / 1000 + " seconds to lose it all"
                          : "all the time in the world to lose everything";
        return "Hello, " + name + "! I am Misère, and I have " + time + ".";
    }

    private void say(Topic topic, String line) {
        if (said.add(topic) && proxy != null)
            send(line);
    }

    /**
     * By reflection, because the course's ChatProxy may be a class or an interface, and compiled
     * calls differ. Whatever goes wrong here, a game is not lost by it.
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
