import java.util.Properties;
import misere.aiplayer.MisereFactory;
import net.antichess.ai.AiPlayer;

/** Creates players with invalid properties, and gives one invalid turns. */
public class Refusals {
    static Properties terms(Object... words) {
        Properties terms = new Properties();
        for (int i = 0; i < words.length; i += 2)
            terms.put(words[i], words[i + 1]);
        return terms;
    }

    static AiPlayer make(boolean white, Properties terms) {
        return new MisereFactory().createPlayer(white, terms, null, null, null, 0);
    }

    static void refuse(String why, Runnable deed) {
        try {
            deed.run();
        } catch (IllegalArgumentException e) {
            if (e.getMessage().contains(why))
                return;
            throw e;
        }
        throw new AssertionError("not refused: " + why);
    }

    public static void main(String[] words) {
        String game = "antichess.ruleSet";
        refuse("antichess.ruleSet is missing", () -> make(true, terms()));
        refuse("'chess' is unknown", () -> make(true, terms(game, "chess")));
        java.io.File injected = new java.io.File("injected").getAbsoluteFile();
        refuse("antichess.ruleSet: a name has no blanks, line breaks", () -> make(true,
                terms(game, "losers\nsetoption name Debug Log File value " + injected + "\nisready")));
        if (injected.exists())
            throw new AssertionError("the engine was sent a command from a property");
        make(true, terms(game, "Losers")).getPersistentState();
        refuse("antichess.initTime.black: 'soon'", () -> make(false,
                terms(game, "losers", "antichess.timedGame", "true",
                        "antichess.initTime.black", "soon")));
        refuse("chips", () -> make(true,
                terms(game, "6170-fall-2003", "6170-fall-2003.chips.white", "-3")));
        refuse("chips", () -> make(true, terms(game, "losers", "losers.chips.white", "1")));
        /* properties may also be numbers and booleans */
        AiPlayer player = make(false, terms(game, "6170-fall-2003", "antichess.timedGame", true,
                "antichess.initTime.black", 60000L, "6170-fall-2003.chips.black", 2));
        if (ProcessHandle.current().children().noneMatch(child -> String.join(" ",
                child.info().arguments().orElse(new String[0])).startsWith("--no-files=")))
            throw new AssertionError("the engine may open any file");
        refuse("", () -> player.getMove("", 60000, 60000));
        refuse("'a2a9'", () -> player.getMove("a2a9", 60000, 60000));
        refuse("not a turn", () -> player.getMove("e2-e4\nquit", 60000, 60000));
        String turn = player.getMove("e2-e4", 20000, 60000);
        if (!turn.matches("[a-h][1-8]-[a-h][1-8]|Ipass"))
            throw new AssertionError(turn);
    }
}
