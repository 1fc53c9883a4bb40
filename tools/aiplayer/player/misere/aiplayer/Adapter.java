package misere.aiplayer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The TextUI adapter as a subprocess that shares this program's input and output. */
public final class Adapter {
    private Adapter() {}

    /**
     * Runs the adapter until it ends, and returns its exit status.
     *
     * @throws java.io.UncheckedIOException the programs cannot be unpacked to a temporary folder
     */
    public static int run(String[] arguments) throws IOException, InterruptedException {
        try (EngineHost host = new EngineHost()) {
            List<String> command = new ArrayList<>(host.adapterCommand());
            command.addAll(Arrays.asList(arguments));
            Process process = new ProcessBuilder(command).inheritIO().start();
            Runtime.getRuntime().addShutdownHook(
                new Thread(process::destroyForcibly, "misere-adapter"));
            return process.waitFor();
        }
    }
}
