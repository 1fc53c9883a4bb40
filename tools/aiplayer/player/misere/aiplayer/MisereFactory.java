package misere.aiplayer;

import java.util.Collection;
import java.util.Properties;
import java.util.TreeSet;
import net.antichess.ai.AiPlayer;
import net.antichess.ai.AiPlayerFactory;
import net.antichess.ai.ChatHistoryViewer;
import net.antichess.ai.ChatProxy;

/**
 * The entry point that the course's programs load. Creates players backed by the engine.
 * Thread-safe.
 */
public final class MisereFactory implements AiPlayerFactory {
    /**
     * Creates a player for one game and starts its engine.
     *
     * @param gameProperties the course's properties; {@code antichess.ruleSet} is required
     * @param chatProxy where chat messages go; may be null
     * @param chatHistoryViewer ignored
     * @param persistentState what an earlier player returned; null or empty if there is none
     * @param persistentStateSizeLimit the most bytes that getPersistentState() may return
     * @throws IllegalArgumentException a property is missing or invalid, or the ruleset is unknown
     * @throws IllegalStateException the engine cannot be run
     * @throws java.io.UncheckedIOException the engine cannot be unpacked to a temporary folder
     */
    @Override
    public AiPlayer createPlayer(boolean isWhite, Properties gameProperties, ChatProxy chatProxy,
                                 ChatHistoryViewer chatHistoryViewer, byte[] persistentState,
                                 int persistentStateSizeLimit) {
        GameSettings settings = new GameSettings(isWhite, gameProperties);
        EngineHost host = new EngineHost();
        try {
            PersistentState state =
                new PersistentState(host.experience(), persistentState, persistentStateSizeLimit);
            MiserePlayer player =
                new MiserePlayer(settings, host, state, new Chatter(chatProxy, settings));
            host.closeWith(player);
            return player;
        } catch (RuntimeException e) {
            host.close();
            throw e;
        }
    }

    /**
     * The values that {@code antichess.ruleSet} may have, as the engine lists them.
     *
     * @throws IllegalStateException the engine cannot be run
     */
    @Override
    public Collection<String> getSupportedRulesets() {
        try (EngineHost host = new EngineHost()) {
            return new TreeSet<>(host.start(new Deadline(MiserePlayer.START_MS)).rulesets());
        } catch (EngineFailure e) {
            throw new IllegalStateException("cannot run the engine: " + e.getMessage(), e);
        }
    }
}
