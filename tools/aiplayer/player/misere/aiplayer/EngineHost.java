package misere.aiplayer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Owns a private temporary folder, which holds the unpacked engine and its experience file, and the
 * engine process. Both are removed when the host is closed, when its owner becomes unreachable, or
 * when the virtual machine exits, whichever comes first. If the virtual machine is killed, the
 * engine reads the end of its input and exits, but the folder is left behind.
 */
final class EngineHost implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final String PROPERTY = "misere.engine";
    private static final String VARIABLE = "MISERE_ENGINE";

    private final Path folder;
    private final List<String> command;
    private final Path experience;
    private final Thread hook = new Thread(this::clear, "misere-cleanup");
    /* Also read by the hook and the cleaner; null if no engine is running. */
    private volatile Engine engine;

    /** Throws UncheckedIOException if the folder cannot be created or the jar has no engine. */
    EngineHost() {
        try {
            folder = Files.createTempDirectory("misere-");
            Runtime.getRuntime().addShutdownHook(hook);
            experience = folder.resolve("experience");
            command = findCommand();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack the engine: " + e.getMessage(), e);
        }
    }

    /** Closes this host when {@code owner} becomes unreachable. The host must not refer to it. */
    void closeWith(Object owner) {
        CLEANER.register(owner, this::close);
    }

    /** Our own engine is told to open no file but that of its experience. */
    private List<String> findCommand() throws IOException {
        String named = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (named != null)
            return List.of(Path.of(named).toAbsolutePath().toString());
        return List.of(unpack("misere").toString(), "--no-files=" + experience);
    }

    private Path unpack(String program) throws IOException {
        Path unpacked = folder.resolve(program);
        try (InputStream packed = EngineHost.class.getResourceAsStream(program)) {
            if (packed == null)
                throw new IOException(program + " is missing from the jar");
            Files.copy(packed, unpacked);
        }
        if (!unpacked.toFile().setExecutable(true, true))
            throw new IOException(unpacked + " cannot be made executable");
        return unpacked;
    }

    /** The command that runs the TextUI adapter with this engine. */
    List<String> adapterCommand() throws IOException {
        return List.of(unpack("misere-textui").toString(), "--engine", command.get(0));
    }

    /** The path of the experience file, which does not exist until something has been learned. */
    Path experience() {
        return experience;
    }

    /** The running engine, or null. */
    Engine engine() {
        return engine;
    }

    /** Starts the engine; there must be none running. */
    Engine start(Deadline deadline) throws EngineFailure {
        engine = new Engine(command, folder, deadline);
        return engine;
    }

    /** Asks the engine to quit, if one is running. */
    void stop() {
        if (engine != null)
            engine.quit();
        engine = null;
    }

    /** Kills the engine, if one is running. */
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
            return; /* the virtual machine is exiting: the hook cleans up */
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
            return; /* already removed */
        }
    }
}
