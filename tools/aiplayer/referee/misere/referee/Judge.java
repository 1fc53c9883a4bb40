package misere.referee;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The rules, as a trusted Misère engine of the referee's own, which supplies the legal turns and
 * the state of the game. The draws of the 2006 tournament apply, so that every game ends.
 */
final class Judge implements AutoCloseable {
    private final Process process;
    private final PrintStream commands;
    private final BufferedReader answers;
    private final MatchSettings settings;
    private final String start;
    private final List<String> played = new ArrayList<>();
    private final Map<String, String> legal = new LinkedHashMap<>();
    private String status;

    Judge(MatchSettings settings) throws IOException {
        this.settings = settings;
        process = new ProcessBuilder(settings.judge)
                      .redirectError(ProcessBuilder.Redirect.INHERIT)
                      .start();
        commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        commands.println("setoption name UCI_Variant value " + settings.ruleset);
        commands.println("setoption name Tournament Draws value true");
        commands.println("position startpos");
        start = settings.hasChips()
                    ? fen().replaceFirst("( chips:.*)?$", " chips:" + settings.chips)
                    : fen();
        update();
    }

    /** The legal turns, in the course's format. */
    List<String> turns() {
        return List.copyOf(legal.keySet());
    }

    boolean isLegal(String turn) {
        return legal.containsKey(turn);
    }

    int turnCount() {
        return played.size();
    }

    void play(String turn) throws IOException {
        played.add(legal.get(turn));
        update();
    }

    boolean isOver() {
        return !status.startsWith("playing ");
    }

    /** For example "won white checkmate" or "drawn fifty". */
    String status() {
        return status;
    }

    /**
     * A score for each legal turn: 1000 if it wins, -1000 if it loses, otherwise the opponent's
     * number of pieces minus our own.
     */
    Map<String, Integer> scores(boolean isWhite) throws IOException {
        position();
        String fen = fen();
        Map<String, Integer> scores = new LinkedHashMap<>();
        for (Map.Entry<String, String> turn : legal.entrySet()) {
            commands.println("position fen " + fen + " moves " + turn.getValue());
            String after = fen();
            String outcome = ask("status");
            scores.put(turn.getKey(), score(after, outcome, isWhite));
        }
        return scores;
    }

    private static int score(String fen, String outcome, boolean isWhite) {
        if (outcome.startsWith("drawn"))
            return 0;
        if (outcome.startsWith("won"))
            return outcome.startsWith("won white") == isWhite ? 1000 : -1000;
        String board = fen.substring(0, fen.indexOf(' '));
        long white = board.chars().filter(Character::isUpperCase).count();
        long black = board.chars().filter(Character::isLowerCase).count();
        return (int)(isWhite ? black - white : white - black);
    }

    @Override
    public void close() {
        commands.println("quit");
        process.destroyForcibly();
    }

    private void update() throws IOException {
        position();
        status = ask("status");
        legal.clear();
        for (String turn : ask("moves").split(" "))
            if (!turn.isEmpty())
                legal.put(courseText(turn), turn);
    }

    private void position() {
        commands.println("position fen " + start +
                         (played.isEmpty() ? "" : " moves " + String.join(" ", played)));
    }

    /** Sends a command whose answer begins with its own name, and returns the rest of that line. */
    private String ask(String command) throws IOException {
        commands.println(command);
        return readAfter(command);
    }

    private String fen() throws IOException {
        commands.println("d");
        String fen = readAfter("Fen:");
        readAfter("status");
        return fen;
    }

    private String readAfter(String word) throws IOException {
        for (String line = answers.readLine(); line != null; line = answers.readLine())
            if (line.startsWith("info string error"))
                throw new IOException("the judge reports: " + line);
            else if (line.equals(word) || line.startsWith(word + " "))
                return line.substring(word.length()).trim();
        throw new IOException("the judge has exited");
    }

    private String courseText(String turn) {
        if (turn.equals("0000"))
            return settings.hasChips() ? "Ipass" : "";
        return Arrays.stream(turn.split(","))
            .map(move -> move.replaceFirst("^(..)(..)q?([nbr]?)$", "$1-$2$3"))
            .collect(Collectors.joining(","));
    }
}
