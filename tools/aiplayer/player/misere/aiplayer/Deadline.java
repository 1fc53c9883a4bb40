package misere.aiplayer;

import java.util.concurrent.TimeUnit;

/** A moment that lies some milliseconds ahead of when it was made. */
final class Deadline {
    /** No game takes longer, and no sum of times like this overflows. */
    private static final long A_YEAR_MS = TimeUnit.DAYS.toMillis(366);

    private final long at;

    Deadline(long ms) {
        at = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.min(ms, A_YEAR_MS));
    }

    /** 0 once it has passed. */
    long msLeft() {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(at - System.nanoTime()));
    }

    /** The nearer of this one and one that lies so far ahead. */
    Deadline butAtMost(long ms) {
        return new Deadline(Math.min(ms, msLeft()));
    }
}
