package net.antichess.ai;

import java.util.Collection;
import java.util.Properties;

/**
 * As far as is known of the course's interface: our own declaration, to compile and test with. It
 * is in no jar that a user is given; the course's own jar is there when a player plays.
 */
public interface AiPlayerFactory {
    AiPlayer createPlayer(boolean isWhite, Properties gameProperties, ChatProxy chatProxy,
                          ChatHistoryViewer chatHistoryViewer, byte[] persistentState,
                          int persistentStateSizeLimit);

    Collection<String> getSupportedRulesets();
}
