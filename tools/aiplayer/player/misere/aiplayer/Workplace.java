package misere.aiplayer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A private folder with the engine, unpacked, and what it has learned; and the engine that runs
 * there. All of it goes when it is closed, when its owner is reachable no more, or when the virtual
 * machine ends, whichever is first. An engine whose virtual machine is killed ends by itself,
 * because its input ends; then only the folder stays.
 */
final class Workplace implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final String PROPERTY = "misere.engine";
    private static final String VARIABLE = "MISERE_ENGINE";

    private final Path folder;
    private final Path program;
    private final Path experience;
    private final Thread hook = new Thread(this::clear, "misere-end");
    /* Also read by the hook and the cleaner; null: none runs. */
    private volatile Engine engine;

    /** Throws UncheckedIOException when there is no room for a folder, or no engine in the jar. */
    Workplace() {
        try {
            folder = Files.createTempDirectory("misere-");
            Runtime.getRuntime().addShutdownHook(hook);
            experience = folder.resolve("experience");
            program = findProgram();
        } catch (IOException e) {
            throw new UncheckedIOException("the engine cannot be unpacked: " + e.getMessage(), e);
        }
    }

    /** Ties the workplace to a player's life. The player must not be reachable from here. */
    void keepAsLongAs(Object owner) {
        CLEANER.register(owner, this::close);
    }

    private Path findProgram() throws IOException {
        String named = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (named != null)
            return Path.of(named).toAbsolutePath();
        Path unpacked = folder.resolve("misere");
        try (InputStream packed = Workplace.class.getResourceAsStream("misere")) {
            if (packed == null)
                throw new IOException("it is not in the jar");
            Files.copy(packed, unpacked);
        }
        if (!unpacked.toFile().setExecutable(true, true))
            throw new IOException(unpacked + " cannot be made executable");
        return unpacked;
    }

    /** The file for what the engine learns; there is none as long as nothing has been learned. */
    Path experience() {
        return experience;
    }

    /** The engine that runs; null: none does. */
    Engine engine() {
        return engine;
    }

    Engine start(Deadline deadline) throws EngineFailure {
        engine = new Engine(program, folder, deadline);
        return engine;
    }

    /** Lets the engine end in peace, if one runs. */
    void stop() {
        if (engine != null)
            engine.quit();
        engine = null;
    }

    /** Ends the engine at once, if one runs. */
    void kill() {
        if (engine != null)
            engine.kill();
        engine = null;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; /* the hook runs, or is about to */
        }
        clear();
    }

    private void clear() {
        Engine last = engine;
        if (last != null)
            last.kill();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            return; /* it has been cleared before */
        }
    }
}
