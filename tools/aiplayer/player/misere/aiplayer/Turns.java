package misere.aiplayer;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Converts turns between the course's format (e2-e4) and the engine's (e2e4). */
final class Turns {
    static final String PASS = "0000";
    static final String CHIP_PASS = "Ipass";
    private static final String GAME_OVER = "gameover";

    private Turns() {
    }

    /** Converts passes only: the engine also reads moves in the course's format. */
    static String fromCourse(String turn) {
        return turn.isEmpty() || turn.equals(CHIP_PASS) ? PASS : turn;
    }

    /** {@code chips}: is a pass bought with a chip (otherwise it is a turn lost by stalemate)? */
    static String toCourse(String turn, boolean chips) {
        if (turn.equals(PASS))
            return chips ? CHIP_PASS : "";
        return Arrays.stream(turn.split(","))
            .map(Turns::halfMoveToCourse)
            .collect(Collectors.joining(","));
    }

    private static String halfMoveToCourse(String move) {
        if (move.equals(GAME_OVER))
            return move;
        String promotion = move.substring(4);
        return move.substring(0, 2) + '-' + move.substring(2, 4) +
            (promotion.equals("q") ? "" : promotion);
    }
}
