package misere.aiplayer;

import java.util.concurrent.TimeUnit;

/** A point in time, given in milliseconds from now. */
final class Deadline {
    /** Longer than any game, and small enough that nanoseconds do not overflow. */
    private static final long MAX_MS = TimeUnit.DAYS.toMillis(366);

    private final long at;

    Deadline(long ms) {
        at = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.min(ms, MAX_MS));
    }

    /** Milliseconds left; 0 once the deadline has passed. */
    long msLeft() {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(at - System.nanoTime()));
    }

    /** The earlier of this deadline and one {@code ms} milliseconds from now. */
    Deadline atMost(long ms) {
        return new Deadline(Math.min(ms, msLeft()));
    }
}
