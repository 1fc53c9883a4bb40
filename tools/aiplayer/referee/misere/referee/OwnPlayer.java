package misere.referee;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.antichess.ai.AiPlayer;

/**
 * A primitive player, as misere-referee has them, too: any legal turn; or, greedy, the one after
 * which it has most got rid of its pieces and kept the other's. It looks over the judge's shoulder.
 */
final class OwnPlayer implements AiPlayer {
    private final Judge judge;
    private final boolean isWhite;
    private final boolean greedy;
    private final Random lots;

    OwnPlayer(Judge judge, boolean isWhite, boolean greedy, Random lots) {
        this.judge = judge;
        this.isWhite = isWhite;
        this.greedy = greedy;
        this.lots = lots;
    }

    @Override
    public String getMove(String opponentMove, long timeLeft, long opponentTimeLeft) {
        List<String> turns = greedy ? bestTurns() : judge.turns();
        return turns.get(lots.nextInt(turns.size()));
    }

    private List<String> bestTurns() {
        try {
            Map<String, Integer> worths = judge.worths(isWhite);
            int best = worths.values().stream().max(Integer::compare).orElseThrow();
            return worths.keySet()
                .stream()
                .filter(turn -> worths.get(turn) == best)
                .collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public byte[] getPersistentState() {
        return new byte[0];
    }
}
