package misere.aiplayer;

import java.util.Collection;
import java.util.Properties;
import java.util.TreeSet;
import net.antichess.ai.AiPlayer;
import net.antichess.ai.AiPlayerFactory;
import net.antichess.ai.ChatHistoryViewer;
import net.antichess.ai.ChatProxy;

/** What the course's programs load: it makes players that let the engine think. Any thread. */
public final class MisereFactory implements AiPlayerFactory {
    /**
     * A player for one game, its engine started and ready.
     *
     * @param gameProperties {@code antichess.ruleSet}, and whatever else the course has in them
     * @param chatProxy may be null
     * @param chatHistoryViewer is not looked at
     * @param persistentState what an earlier player returned; null or empty: nothing
     * @param persistentStateSizeLimit in bytes, of what this player will return
     * @throws IllegalArgumentException a property is missing or wrong, or the ruleset not known
     * @throws IllegalStateException the engine does not run here
     * @throws java.io.UncheckedIOException there is no place to unpack it to
     */
    @Override
    public AiPlayer createPlayer(boolean isWhite, Properties gameProperties, ChatProxy chatProxy,
                                 ChatHistoryViewer chatHistoryViewer, byte[] persistentState,
                                 int persistentStateSizeLimit) {
        GameTerms terms = new GameTerms(isWhite, gameProperties);
        Workplace workplace = new Workplace();
        try {
            Memory memory =
                new Memory(workplace.experience(), persistentState, persistentStateSizeLimit);
            MiserePlayer player =
                new MiserePlayer(terms, workplace, memory, new Chatter(chatProxy, terms));
            workplace.keepAsLongAs(player);
            return player;
        } catch (RuntimeException e) {
            workplace.close();
            throw e;
        }
    }

    /** The names that {@code antichess.ruleSet} may have: the engine is asked for them. */
    @Override
    public Collection<String> getSupportedRulesets() {
        try (Workplace workplace = new Workplace()) {
            return new TreeSet<>(workplace.start(new Deadline(MiserePlayer.START_MS)).rulesets());
        } catch (EngineFailure e) {
            throw new IllegalStateException("the engine does not run: " + e.getMessage(), e);
        }
    }
}
