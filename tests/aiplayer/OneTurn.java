import java.util.Properties;
import misere.aiplayer.MisereFactory;
import net.antichess.ai.AiPlayer;

/** Prints the first turn of a timed game. */
public class OneTurn {
    public static void main(String[] words) {
        Properties terms = new Properties();
        terms.setProperty("antichess.ruleSet", "losers");
        terms.setProperty("antichess.timedGame", "true");
        AiPlayer player = new MisereFactory().createPlayer(true, terms, null, null, null, 0);
        System.out.println("turn " + player.getMove("", 20000, 20000));
    }
}
