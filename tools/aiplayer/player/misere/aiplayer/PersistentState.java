package misere.aiplayer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The course's persistent state: the content of the engine's experience file. */
final class PersistentState {
    private static final String FILE_OPTION = "Experience File";
    /** The most bytes that are kept, even if the course's limit is higher. */
    private static final int MAX_BYTES = 1 << 20;

    private final Path file;
    private final int limit;

    /**
     * {@code state} is null or empty if nothing has been learned yet; {@code limit} is in bytes.
     */
    PersistentState(Path file, byte[] state, int limit) {
        this.file = file;
        this.limit = limit;
        try {
            if (state != null && state.length > 0)
                Files.write(file, state);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the persistent state: " + e.getMessage(),
                                           e);
        }
    }

    /** Can this engine learn? */
    boolean isSupportedBy(Engine engine) {
        return engine.hasOption(FILE_OPTION);
    }

    /**
     * Must be called after each start of an engine. A state that the engine cannot read is deleted;
     * of one that exceeds the limit the engine keeps what fits. If the limit is too low to learn
     * anything, the state is left unchanged.
     */
    void loadInto(Engine engine, Deadline deadline) throws EngineFailure {
        if (!setSize(engine, deadline))
            return;
        if (!engine.trySetOption(FILE_OPTION, file, deadline)) {
            file.toFile().delete();
            engine.trySetOption(FILE_OPTION, file, deadline);
        }
        setSize(engine, deadline); /* makes the file smaller, now that the engine knows it */
    }

    private boolean setSize(Engine engine, Deadline deadline) throws EngineFailure {
        return engine.trySetOption("Experience Size", Math.min(limit, MAX_BYTES), deadline);
    }

    /** The content of the file; empty if there is none or it exceeds the limit. */
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
