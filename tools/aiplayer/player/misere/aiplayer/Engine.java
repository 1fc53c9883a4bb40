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
 * The engine as a subprocess that speaks UCI. One caller at a time, but for kill(). Every request
 * has a deadline; an engine that misses it, or fails in any other way, is killed, and the request
 * throws EngineFailure.
 */
final class Engine {
    /** Longer than any list of turns. */
    private static final int LINE_LIMIT = 1 << 20;
    private static final int QUIT_MS = 2000;
    private static final int LAST_BREATH_MS = 100;
    private static final String ERROR = "info string error: ";

    /** What the engine chose, and what it thinks of it. */
    static final class Answer {
        final String turn;
        /** Turns to the end if isMate, else centipawns; for the one who moves. */
        final int score;
        final boolean isMate;

        Answer(String turn, int score, boolean isMate) {
            this.turn = turn;
            this.score = score;
            this.isMate = isMate;
        }
    }

    /** A position as the engine sees it. */
    static final class View {
        /**
         * Why the engine refused the position; null: it did not. The rest is then of the last one.
         */
        String refusal;
        /** Every legal turn; none when the game is over. */
        List<String> turns;
        /** Like "playing white", "won black checkmate". */
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
    /* Talks to the process, so that nothing that the process does can hold up a caller. */
    private final ExecutorService worker;
    private final Set<String> options = new HashSet<>();
    private final Set<String> rulesets = new HashSet<>();

    /** Starts a program in a folder, and waits until it has said what it can do. */
    Engine(Path program, Path folder, Deadline deadline) throws EngineFailure {
        try {
            process = new ProcessBuilder(program.toString())
                          .directory(folder.toFile())
                          .redirectError(ProcessBuilder.Redirect.DISCARD)
                          .start();
        } catch (IOException e) {
            throw new EngineFailure("it does not start: " + e.getMessage());
        }
        commands = process.getOutputStream();
        answers = new BufferedInputStream(process.getInputStream());
        worker = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "misere-engine");
            thread.setDaemon(true);
            return thread;
        });
        within(deadline, () -> {
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

    /** Sets an option. False: the engine does not have it, or refuses the value. */
    boolean suggest(String name, Object value, Deadline deadline) throws EngineFailure {
        return hasOption(name) && within(deadline, () -> {
                   send("setoption name " + name + " value " + value);
                   return synchronise();
               });
    }

    /** Sets the position: "startpos" or "fen ...", and the turns from there. */
    View view(String start, List<String> turns, Deadline deadline) throws EngineFailure {
        return within(deadline, () -> {
            setPosition(start, turns);
            return readView();
        });
    }

    /** Only the status of a position; less work than all of it. */
    String status(String start, List<String> turns, Deadline deadline) throws EngineFailure {
        return within(deadline, () -> {
            setPosition(start, turns);
            send("status");
            String line = read();
            while (!line.startsWith("status "))
                line = read();
            return line.substring("status ".length());
        });
    }

    /** The FEN of the ruleset's first position. */
    String startFen(Deadline deadline) throws EngineFailure {
        return within(deadline, () -> {
            send("position startpos");
            send("d");
            String line = read();
            while (!line.startsWith("Fen: "))
                line = read();
            synchronise();
            return line.substring("Fen: ".length());
        });
    }

    /** Thinks about the position that was set, as the words after `go` say. */
    Answer think(String go, Deadline deadline) throws EngineFailure {
        return within(deadline, () -> {
            send("go " + go);
            int score = 0;
            boolean isMate = false;
            for (;;) {
                List<String> words = Arrays.asList(read().split("[ \t]+"));
                int at = words.indexOf("score");
                if (words.get(0).equals("bestmove") && words.size() >= 2)
                    return new Answer(words.get(1), score, isMate);
                if (words.get(0).equals("info") && at > 0 && at + 2 < words.size()) {
                    isMate = words.get(at + 1).equals("mate");
                    score = Integer.parseInt(words.get(at + 2));
                }
            }
        });
    }

    /** Tells the engine that the game is over, and waits until it has taken note of that. */
    void endGame(Deadline deadline) throws EngineFailure {
        within(deadline, () -> {
            send("ucinewgame");
            return synchronise();
        });
    }

    /** Lets the engine end in peace; kills it if it does not. */
    void quit() {
        try {
            within(new Deadline(QUIT_MS), () -> {
                send("quit");
                commands.close();
                return process.waitFor();
            });
        } catch (EngineFailure e) {
            return;
        }
        kill();
    }

    /** Ends the process, and what it may have started, at once. Any thread. */
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        worker.shutdownNow();
    }

    /* --- what runs in the worker --- */

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

    private View readView() throws IOException {
        View view = new View();
        send("moves");
        send("status");
        send("isready");
        for (String line = read(); !line.equals("readyok"); line = read())
            if (line.startsWith(ERROR))
                view.refusal = line.substring(ERROR.length());
            else if (line.equals("moves") || line.startsWith("moves "))
                view.turns = Arrays.asList(line.substring("moves".length()).trim().split(" "));
            else if (line.startsWith("status "))
                view.status = line.substring("status ".length());
        if (view.turns == null || view.status == null)
            throw new IOException("it does not know the commands moves and status");
        return view;
    }

    /** Waits until all has been obeyed. False: the engine has complained. */
    private boolean synchronise() throws IOException {
        boolean content = true;
        send("isready");
        for (String line = read(); !line.equals("readyok"); line = read())
            content &= !line.startsWith(ERROR);
        return content;
    }

    private void send(String line) throws IOException {
        commands.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        commands.flush();
    }

    private String read() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = answers.read(); c != '\n'; c = answers.read()) {
            if (c < 0)
                throw new EOFException("it has ended");
            if (line.size() == LINE_LIMIT)
                throw new IOException("it writes a line without end");
            if (c != '\r')
                line.write(c);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private <T> T within(Deadline deadline, Callable<T> talk) throws EngineFailure {
        String failure;
        try {
            Future<T> result = worker.submit(talk);
            return result.get(deadline.msLeft(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            failure = "it did not answer in time";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = "we were interrupted";
        } catch (ExecutionException e) {
            failure = describe(e.getCause());
        } catch (RejectedExecutionException e) {
            failure = "it has been ended";
        }
        kill();
        throw new EngineFailure(failure);
    }

    /** A process that has ended is seen sooner by its pipes than by its status. */
    private String describe(Throwable cause) {
        try {
            if (cause instanceof IOException &&
                process.waitFor(LAST_BREATH_MS, TimeUnit.MILLISECONDS))
                return "it has ended with status " + process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return cause.toString();
    }
}
