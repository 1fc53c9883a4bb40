import java.util.Collection;
import java.util.List;
import java.util.Properties;
import net.antichess.ai.*;

/** Players with faults that the referee must detect. */
abstract class Bad implements AiPlayerFactory, AiPlayer {
    public AiPlayer createPlayer(boolean isWhite, Properties terms, ChatProxy proxy,
            ChatHistoryViewer viewer, byte[] state, int limit) {
        return this;
    }

    public Collection<String> getSupportedRulesets() {
        return List.of("6170-spring-2007");
    }

    public String getMove(String opponentMove, long timeLeft, long opponentTimeLeft) {
        return "e2-e5";
    }

    public byte[] getPersistentState() {
        return new byte[100];
    }

    public static class Cheat extends Bad {
    }

    public static class Sleeper extends Bad {
        public String getMove(String opponentMove, long timeLeft, long opponentTimeLeft) {
            for (;;)
                try {
                    Thread.sleep(1000000);
                } catch (InterruptedException e) {
                    continue;
                }
        }
    }

    public static class Thrower extends Bad {
        public AiPlayer createPlayer(boolean isWhite, Properties terms, ChatProxy proxy,
                ChatHistoryViewer viewer, byte[] state, int limit) {
            throw new IllegalStateException("not today");
        }
    }
}
