package misere.uci;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import net.antichess.ai.AiPlayer;
import net.antichess.ai.AiPlayerFactory;
import net.antichess.ai.ChatHistoryViewer;
import net.antichess.ai.ChatProxy;

/**
 * Makes a UCI engine of a course's AiPlayerFactory in any jar, so that misere-referee can play it.
 * A player gets the course's calls only: it is created at its first turn, sees the opponent's last
 * turn, and is asked for its state when the game has ended, which the next player gets. If the
 * player fails, so does the engine, after an `info string error`.
 */
public final class UciEngine {
    private static final PrintStream OUT =
        new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** How long a player may take for its last turn and its state once the input has ended. */
    private static final int END_S = 60;

    private final AiPlayerFactory factory;
    private String ruleset;
    private boolean tournamentDraws;
    private int stateLimit = 65536;
    private byte[] state = new byte[0];
    /** The chips of a position with some, like 2/1; "" for the ruleset's initial position. */
    private String chips = "";
    private List<String> turns = List.of();
    /** The player of the current game, or null, and how many turns it knows. */
    private AiPlayer player;
    private int known;

    private UciEngine(AiPlayerFactory factory) {
        this.factory = factory;
    }

    /** Takes JAR:CLASS; exits with 2 if that cannot be loaded, and with 1 if its player fails. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length != 1 || arguments[0].lastIndexOf(':') < 0) {
            System.err.println("usage: java -jar misere-uci.jar JAR:CLASS\n\nSpeaks UCI for the "
                               + "players of CLASS, an AiPlayerFactory of the course, in JAR.");
            System.exit(2);
        }
        int colon = arguments[0].lastIndexOf(':');
        Path jar = Path.of(arguments[0].substring(0, colon));
        String name = arguments[0].substring(colon + 1);
        AiPlayerFactory factory = null;
        try {
            ClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
            factory = (AiPlayerFactory)loader.loadClass(name).getConstructor().newInstance();
        } catch (ReflectiveOperationException | IOException | ClassCastException e) {
            System.err.println("misere-uci: '" + arguments[0] + "' cannot be loaded: " + e);
            System.exit(2);
        }
        new UciEngine(factory).run();
    }

    /** Players may hang, so their code runs on a thread of its own. */
    private void run() throws IOException, InterruptedException {
        ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread daemon = new Thread(task, "player");
            daemon.setDaemon(true);
            return daemon;
        });
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split("\\s+");
            thread.execute(() -> executeOrExit(words));
        }
        thread.execute(() -> executeOrExit(new String[] {"quit"}));
        thread.shutdown();
        thread.awaitTermination(END_S, TimeUnit.SECONDS);
    }

    private void executeOrExit(String[] words) {
        try {
            execute(words);
        } catch (RuntimeException | LinkageError e) {
            OUT.println("info string error: " + oneLine(e.toString()));
            System.exit(1);
        }
    }

    private void execute(String[] words) {
        switch (words[0]) {
        case "uci":
            introduce();
            break;
        case "setoption":
            setOption(String.join(" ", words));
            break;
        case "isready":
            OUT.println("readyok");
            break;
        case "ucinewgame":
            endGame();
            break;
        case "position":
            setPosition(Arrays.asList(words));
            break;
        case "go":
            go(Arrays.asList(words));
            break;
        case "quit":
            endGame();
            System.exit(0);
            break;
        default: /* stop, for instance: a player cannot be hurried */
            break;
        }
    }

    private void introduce() {
        Collection<String> rulesets = factory.getSupportedRulesets();
        OUT.println("id name " + factory.getClass().getSimpleName());
        OUT.println("option name UCI_Variant type combo default " + rulesets.iterator().next() +
                    " var " + String.join(" var ", rulesets));
        OUT.println("option name Tournament Draws type check default false");
        OUT.println("option name State Limit type spin default " + stateLimit +
                    " min 0 max 2147483647");
        OUT.println("uciok");
        ruleset = rulesets.iterator().next();
    }

    private void setOption(String line) {
        String[] parts = line.replaceFirst("^setoption name ", "").split(" value ", 2);
        String value = parts.length == 2 ? parts[1] : "";
        if (parts[0].equalsIgnoreCase("UCI_Variant"))
            ruleset = value;
        else if (parts[0].equalsIgnoreCase("Tournament Draws"))
            tournamentDraws = Boolean.parseBoolean(value);
        else if (parts[0].equalsIgnoreCase("State Limit"))
            stateLimit = Integer.parseInt(value);
    }

    /** A position that is not the initial one is taken for it, except for its chips. */
    private void setPosition(List<String> words) {
        int moves = words.indexOf("moves");
        List<String> start = words.subList(1, moves < 0 ? words.size() : moves);
        String last = start.get(start.size() - 1);
        chips = last.startsWith("chips:") ? last.substring("chips:".length()) : "";
        turns = moves < 0 ? List.of() : new ArrayList<>(words.subList(moves + 1, words.size()));
    }

    private static long number(List<String> words, String name) {
        int at = words.indexOf(name);
        return at < 0 ? 0 : Long.parseLong(words.get(at + 1));
    }

    private void go(List<String> words) {
        boolean isWhite = turns.size() % 2 == 0;
        long white = number(words, "wtime");
        long black = number(words, "btime");
        if (player == null) {
            if (turns.size() > 1)
                throw new IllegalStateException(
                    "players of the course know only games from the initial position");
            ChatProxy chat = message -> OUT.println("info string says: " + oneLine(message));
            player = factory.createPlayer(isWhite, properties(isWhite, white, black), chat,
                                          new ChatHistoryViewer() {}, state.clone(), stateLimit);
            known = turns.size() - (isWhite ? 0 : 1);
        }
        if (known != turns.size() - (turns.isEmpty() ? 0 : 1))
            throw new IllegalStateException("this is another game than that of the player");
        String turn = player.getMove(turns.isEmpty() ? "" : courseText(turns.get(known)),
                                     isWhite ? white : black, isWhite ? black : white);
        known = turns.size() + 1;
        OUT.println("bestmove " + uciText(turn));
    }

    /** A turn lost by stalemate, or with chips a pass, is 0000; the referee reads the course's moves. */
    private String uciText(String turn) {
        if (turn == null)
            return "null";
        if (turn.equals(chips.isEmpty() ? "" : "Ipass"))
            return "0000";
        return turn.isEmpty() ? "''" : oneLine(turn);
    }

    private String courseText(String turn) {
        if (turn.equals("0000"))
            return chips.isEmpty() ? "" : "Ipass";
        return Arrays.stream(turn.split(","))
            .map(move -> move.replaceFirst("^(..)(..)q?([nbr]?)$", "$1-$2$3"))
            .collect(Collectors.joining(","));
    }

    private Properties properties(boolean isWhite, long white, long black) {
        Properties properties = new Properties();
        properties.setProperty("antichess.ruleSet", ruleset);
        properties.setProperty("antichess.timedGame", Boolean.toString(white + black > 0));
        properties.setProperty("antichess.whitePlayerName", isWhite ? "player" : "opponent");
        properties.setProperty("antichess.blackPlayerName", isWhite ? "opponent" : "player");
        properties.setProperty(ruleset + ".tournamentDraws", Boolean.toString(tournamentDraws));
        properties.setProperty("antichess.initTime.white", Long.toString(white));
        properties.setProperty("antichess.initTime.black", Long.toString(black));
        if (!chips.isEmpty()) {
            properties.setProperty(ruleset + ".chips.white", chips.replaceFirst("/.*", ""));
            properties.setProperty(ruleset + ".chips.black", chips.replaceFirst(".*/", ""));
        }
        return properties;
    }

    /** Keeps the player's state for the next one, and forgets the player. */
    private void endGame() {
        if (player == null)
            return;
        byte[] kept = player.getPersistentState();
        player = null;
        if (kept == null || kept.length > stateLimit)
            throw new IllegalStateException(kept == null ? "its state is null"
                                                         : "its state has " + kept.length + " bytes");
        state = kept;
        OUT.println("info string state: " + kept.length + " bytes");
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s", " ");
    }
}
