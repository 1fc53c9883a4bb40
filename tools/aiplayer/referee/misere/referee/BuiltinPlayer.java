package misere.referee;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.antichess.ai.AiPlayer;

/**
 * A simple player, like those of misere-referee: it plays a random legal turn or, if greedy, the
 * one with the best material balance (fewest own pieces, most of the opponent's). It takes the
 * position from the judge.
 */
final class BuiltinPlayer implements AiPlayer {
    private final Judge judge;
    private final boolean isWhite;
    private final boolean greedy;
    private final Random random;

    BuiltinPlayer(Judge judge, boolean isWhite, boolean greedy, Random random) {
        this.judge = judge;
        this.isWhite = isWhite;
        this.greedy = greedy;
        this.random = random;
    }

    @Override
    public String getMove(String opponentMove, long timeLeft, long opponentTimeLeft) {
        List<String> turns = greedy ? bestTurns() : judge.turns();
        return turns.get(random.nextInt(turns.size()));
    }

    private List<String> bestTurns() {
        try {
            Map<String, Integer> scores = judge.scores(isWhite);
            int best = scores.values().stream().max(Integer::compare).orElseThrow();
            return scores.keySet()
                .stream()
                .filter(turn -> scores.get(turn) == best)
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
