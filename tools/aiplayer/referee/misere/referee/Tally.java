package misere.referee;

import java.util.EnumMap;
import java.util.Map;

/** The results of a match, for its first player. */
final class Tally {
    int games;
    int won;
    int drawn;
    int lost;
    long turns;
    /** The slowest turn, in milliseconds. */
    long slowest;
    /** The least time left at the end of a game, in milliseconds. */
    long minClock = Long.MAX_VALUE;
    /** The fewest chat lines in a game. */
    int minChatLines = Integer.MAX_VALUE;
    /** The faults of both players. */
    private final Map<GamePlayer.Kind, Integer> faults = new EnumMap<>(GamePlayer.Kind.class);

    void addFault(GamePlayer.Kind kind) {
        faults.merge(kind, 1, Integer::sum);
    }

    int faults(GamePlayer.Kind kind) {
        return faults.getOrDefault(kind, 0);
    }

    boolean isClean() {
        return faults.isEmpty();
    }

    static String header() {
        return String.format("%-28s %-9s %5s %4s %5s %4s %7s %4s %10s %5s %6s %7s %8s %5s %6s",
                             "ruleset", "against", "games", "won", "drawn", "lost", "illegal",
                             "time", "exceptions", "state", "turns", "slowest", "ms left", "chats",
                             "bytes");
    }

    String row(String ruleset, String opponent, int stateBytes) {
        return String.format("%-28s %-9s %5d %4d %5d %4d %7d %4d %10d %5d %6d %7d %8d %5d %6d",
                             ruleset, opponent, games, won, drawn, lost,
                             faults(GamePlayer.Kind.ILLEGAL), faults(GamePlayer.Kind.TIME),
                             faults(GamePlayer.Kind.EXCEPTION), faults(GamePlayer.Kind.STATE),
                             turns, slowest, minClock, minChatLines, stateBytes);
    }
}
