package misere.referee;

import java.util.EnumMap;
import java.util.Map;

/** What a match has come to, for its first player. */
final class Tally {
    int games;
    int won;
    int drawn;
    int lost;
    long turns;
    long slowest;
    long leastClock = Long.MAX_VALUE;
    int leastChat = Integer.MAX_VALUE;
    /** Of both players. */
    private final Map<Seat.Kind, Integer> faults = new EnumMap<>(Seat.Kind.class);

    void addFault(Seat.Kind kind) {
        faults.merge(kind, 1, Integer::sum);
    }

    int faults(Seat.Kind kind) {
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
                             ruleset, opponent, games, won, drawn, lost, faults(Seat.Kind.ILLEGAL),
                             faults(Seat.Kind.TIME), faults(Seat.Kind.EXCEPTION),
                             faults(Seat.Kind.STATE), turns, slowest, leastClock, leastChat,
                             stateBytes);
    }
}
