package net.antichess.ai;

import java.util.Collection;
import java.util.Properties;

/**
 * The course's interface as far as it is known: our own declaration, to compile and test with. It
 * is not in the jar for users, since the course's own jar supplies it when a player runs.
 */
public interface AiPlayerFactory {
    /** Creates a player for one game. */
    AiPlayer createPlayer(boolean isWhite, Properties gameProperties, ChatProxy chatProxy,
                          ChatHistoryViewer chatHistoryViewer, byte[] persistentState,
                          int persistentStateSizeLimit);

    /** Returns the names of the rulesets that the players can play. */
    Collection<String> getSupportedRulesets();
}
