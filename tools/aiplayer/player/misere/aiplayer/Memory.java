package misere.aiplayer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The course's persistent state, which is the engine's experience file. */
final class Memory {
    private static final String FILE_OPTION = "Experience File";
    /** In bytes: more than this is not kept, however much is allowed. */
    private static final int MOST = 1 << 20;

    private final Path file;
    private final int limit;

    /** {@code state} may be null or empty: nothing has been learned. */
    Memory(Path file, byte[] state, int limit) {
        this.file = file;
        this.limit = limit;
        try {
            if (state != null && state.length > 0)
                Files.write(file, state);
        } catch (IOException e) {
            throw new UncheckedIOException("the state cannot be stored: " + e.getMessage(), e);
        }
    }

    /** Not by an engine that cannot learn. */
    boolean isUsedBy(Engine engine) {
        return engine.hasOption(FILE_OPTION);
    }

    /**
     * Has to be done after each start of an engine. A state that the engine cannot read was not its
     * own, and is forgotten; with a limit that is too low to learn anything it is left alone.
     */
    void giveTo(Engine engine, Deadline deadline) throws EngineFailure {
        if (!engine.suggest("Experience Size", Math.min(limit, MOST), deadline) ||
            engine.suggest(FILE_OPTION, file, deadline))
            return;
        file.toFile().delete();
        engine.suggest(FILE_OPTION, file, deadline);
    }

    /** What is in the file now; nothing if that is more than the limit. */
    byte[] read() {
        try {
            if (Files.exists(file) && Files.size(file) <= limit)
                return Files.readAllBytes(file);
        } catch (IOException e) {
            return new byte[0];
        }
        return new byte[0];
    }
}
