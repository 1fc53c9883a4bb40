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
 * Knows the rules: a Misère engine of the referee's own, which is asked for legal turns and for the
 * state of the game, and is trusted. The 2006 tournament's draws count, so that every game ends.
 */
final class Judge implements AutoCloseable {
    private final Process process;
    private final PrintStream commands;
    private final BufferedReader answers;
    private final Terms terms;
    private final String start;
    private final List<String> played = new ArrayList<>();
    private final Map<String, String> legal = new LinkedHashMap<>();
    private String status;

    Judge(Terms terms) throws IOException {
        this.terms = terms;
        process =
            new ProcessBuilder(terms.judge).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        commands.println("setoption name UCI_Variant value " + terms.ruleset);
        commands.println("setoption name Tournament Draws value true");
        commands.println("position startpos");
        start =
            terms.hasChips() ? fen().replaceFirst("( chips:.*)?$", " chips:" + terms.chips) : fen();
        look();
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
        look();
    }

    boolean isOver() {
        return !status.startsWith("playing ");
    }

    /** Like "won white checkmate", "drawn fifty". */
    String status() {
        return status;
    }

    /**
     * What each legal turn leaves: won 1000, lost -1000, else how many fewer pieces there are than
     * the opponent's.
     */
    Map<String, Integer> worths(boolean isWhite) throws IOException {
        position();
        String fen = fen();
        Map<String, Integer> worths = new LinkedHashMap<>();
        for (Map.Entry<String, String> turn : legal.entrySet()) {
            commands.println("position fen " + fen + " moves " + turn.getValue());
            String after = fen();
            String outcome = ask("status");
            worths.put(turn.getKey(), worth(after, outcome, isWhite));
        }
        return worths;
    }

    private static int worth(String fen, String outcome, boolean isWhite) {
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

    private void look() throws IOException {
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

    /** The rest of the line that answers a command and begins with its name. */
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
                throw new IOException("the judge says: " + line);
            else if (line.equals(word) || line.startsWith(word + " "))
                return line.substring(word.length()).trim();
        throw new IOException("the judge has ended");
    }

    private String courseText(String turn) {
        if (turn.equals("0000"))
            return terms.hasChips() ? "Ipass" : "";
        return Arrays.stream(turn.split(","))
            .map(move -> move.replaceFirst("^(..)(..)q?([nbr]?)$", "$1-$2$3"))
            .collect(Collectors.joining(","));
    }
}
