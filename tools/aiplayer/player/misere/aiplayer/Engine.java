package misere.aiplayer;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The engine as a subprocess that speaks UCI. Not thread-safe, except for kill(). Every request has
 * a deadline. An engine that misses it, or fails in any other way, is killed, and the request
 * throws EngineFailure.
 */
final class Engine {
    /** In bytes; longer than any list of legal turns. */
    private static final int LINE_LIMIT = 1 << 20;
    private static final int QUIT_MS = 2000;
    /** How long to wait for the exit status after the pipes have closed. */
    private static final int EXIT_WAIT_MS = 100;
    private static final String ERROR = "info string error: ";

    /** The turn that the engine chose, with its score. */
    static final class BestMove {
        final String turn;
        /** From the mover's side: turns to the end of the game if isMate, otherwise centipawns. */
        final int score;
        final boolean isMate;

        BestMove(String turn, int score, boolean isMate) {
            this.turn = turn;
            this.score = score;
            this.isMate = isMate;
        }
    }

    /** What the engine says about a position. */
    static final class PositionInfo {
        /** Why the engine refused the position, or null. After a refusal, the others are null. */
        String refusal;
        /** All legal turns; empty when the game is over. */
        List<String> turns;
        /** For example "playing white" or "won black checkmate". */
        String status;

        boolean isOver() {
            return isOver(status);
        }

        static boolean isOver(String status) {
            return !status.startsWith("playing ");
        }
    }

    private final Process process;
    private final OutputStream commands;
    private final InputStream answers;
    /* Does all I/O with the process, so that a hung process cannot block a caller. */
    private final ExecutorService worker;
    private final Set<String> options = new HashSet<>();
    private final Set<String> rulesets = new HashSet<>();

    /** Starts a program in a folder, and reads its options and rulesets. */
    Engine(List<String> command, Path folder, Deadline deadline) throws EngineFailure {
        try {
            process = new ProcessBuilder(command)
                          .directory(folder.toFile())
                          .redirectError(ProcessBuilder.Redirect.DISCARD)
                          .start();
        } catch (IOException e) {
            throw new EngineFailure("it cannot be started: " + e.getMessage());
        }
        commands = process.getOutputStream();
        answers = new BufferedInputStream(process.getInputStream());
        worker = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "misere-engine");
            thread.setDaemon(true);
            return thread;
        });
        runWithin(deadline, () -> {
            send("uci");
            for (String line = read(); !line.equals("uciok"); line = read())
                readOption(line);
            return null;
        });
    }

    boolean hasOption(String name) {
        return options.contains(name);
    }

    Set<String> rulesets() {
        return rulesets;
    }

    /** Sets an option; returns false if the engine does not have it or rejects the value. */
    boolean trySetOption(String name, Object value, Deadline deadline) throws EngineFailure {
        return hasOption(name) && runWithin(deadline, () -> {
                   send("setoption name " + name + " value " + value);
                   return synchronise();
               });
    }

    /** Sets a position and describes it. {@code start} is "startpos" or "fen ...". */
    PositionInfo inspect(String start, List<String> turns, Deadline deadline) throws EngineFailure {
        return runWithin(deadline, () -> {
            setPosition(start, turns);
            return readPosition();
        });
    }

    /** Sets a position and returns its status only, which is faster than inspect(). */
    String status(String start, List<String> turns, Deadline deadline) throws EngineFailure {
        return runWithin(deadline, () -> {
            setPosition(start, turns);
            send("status");
            String line = read();
            while (!line.startsWith("status "))
                line = read();
            return line.substring("status ".length());
        });
    }

    /** The FEN of the ruleset's initial position. */
    String startFen(Deadline deadline) throws EngineFailure {
        return runWithin(deadline, () -> {
            send("position startpos");
            send("d");
            String line = read();
            while (!line.startsWith("Fen: "))
                line = read();
            synchronise();
            return line.substring("Fen: ".length());
        });
    }

    /** Searches the current position; {@code go} holds the parameters of the UCI command. */
    BestMove search(String go, Deadline deadline) throws EngineFailure {
        return runWithin(deadline, () -> {
            send("go " + go);
            int score = 0;
            boolean isMate = false;
            for (;;) {
                List<String> words = Arrays.asList(read().split("[ \t]+"));
                int at = words.indexOf("score");
                if (words.get(0).equals("bestmove") && words.size() >= 2)
                    return new BestMove(words.get(1), score, isMate);
                if (words.get(0).equals("info") && at > 0 && at + 2 < words.size()) {
                    isMate = words.get(at + 1).equals("mate");
                    score = Integer.parseInt(words.get(at + 2));
                }
            }
        });
    }

    /** Tells the engine that the game is over, and waits until it has processed that. */
    void endGame(Deadline deadline) throws EngineFailure {
        runWithin(deadline, () -> {
            send("ucinewgame");
            return synchronise();
        });
    }

    /** Asks the engine to quit; kills it if it does not do so in time. */
    void quit() {
        try {
            runWithin(new Deadline(QUIT_MS), () -> {
                send("quit");
                commands.close();
                return process.waitFor();
            });
        } catch (EngineFailure e) {
            return;
        }
        kill();
    }

    /** Kills the process and its descendants. May be called from any thread. */
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        worker.shutdownNow();
    }

    /* --- run on the worker thread --- */

    private void readOption(String line) {
        if (!line.startsWith("option name "))
            return;
        int type = line.indexOf(" type ");
        if (type < 0)
            return;
        String name = line.substring("option name ".length(), type);
        options.add(name);
        if (name.equals("UCI_Variant")) {
            String[] choices = line.split(" var ");
            rulesets.addAll(Arrays.asList(choices).subList(1, choices.length));
        }
    }

    private void setPosition(String start, List<String> turns) throws IOException {
        send("position " + start + (turns.isEmpty() ? "" : " moves " + String.join(" ", turns)));
    }

    private PositionInfo readPosition() throws IOException {
        PositionInfo position = new PositionInfo();
        send("moves");
        send("status");
        send("isready");
        for (String line = read(); !line.equals("readyok"); line = read())
            if (line.startsWith(ERROR) && position.refusal == null)
                position.refusal = line.substring(ERROR.length());
            else if (line.equals("moves") || line.startsWith("moves "))
                position.turns = Arrays.asList(line.substring("moves".length()).trim().split(" "));
            else if (line.startsWith("status "))
                position.status = line.substring("status ".length());
        if (position.refusal == null && (position.turns == null || position.status == null))
            throw new IOException("it does not support the commands 'moves' and 'status'");
        return position;
    }

    /** Waits until all commands have been processed; returns false if one was an error. */
    private boolean synchronise() throws IOException {
        boolean accepted = true;
        send("isready");
        for (String line = read(); !line.equals("readyok"); line = read())
            accepted &= !line.startsWith(ERROR);
        return accepted;
    }

    private void send(String line) throws IOException {
        if (line.indexOf('\n') >= 0 || line.indexOf('\r') >= 0)
            throw new IllegalArgumentException("a command contains a line break");
        commands.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        commands.flush();
    }

    private String read() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = answers.read(); c != '\n'; c = answers.read()) {
            if (c < 0)
                throw new EOFException("it has exited");
            if (line.size() == LINE_LIMIT)
                throw new IOException("it wrote a line that is too long");
            if (c != '\r')
                line.write(c);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Runs a task on the worker thread; kills the engine if the task fails or takes too long. */
    private <T> T runWithin(Deadline deadline, Callable<T> task) throws EngineFailure {
        String failure;
        try {
            Future<T> result = worker.submit(task);
            return result.get(deadline.msLeft(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            failure = "it did not answer in time";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = "the player was interrupted";
        } catch (ExecutionException e) {
            failure = describe(e.getCause());
        } catch (RejectedExecutionException e) {
            failure = "it has been stopped";
        }
        kill();
        throw new EngineFailure(failure);
    }

    /** Waits for the exit status first, since the pipes may close before it is available. */
    private String describe(Throwable cause) {
        try {
            if (cause instanceof IOException &&
                process.waitFor(EXIT_WAIT_MS, TimeUnit.MILLISECONDS))
                return "it has exited with status " + process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return cause.toString();
    }
}
