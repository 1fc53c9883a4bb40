import java.util.Properties;
import misere.aiplayer.MisereFactory;

/** A state that is nonsense is not returned. */
public class UnreadableState {
    public static void main(String[] words) {
        Properties terms = new Properties();
        terms.setProperty("antichess.ruleSet", "losers");
        byte[] state = new MisereFactory().createPlayer(true, terms, null, null,
                "nonsense".getBytes(), 10000).getPersistentState();
        if (new String(state).equals("nonsense"))
            throw new AssertionError("it is still there");
    }
}
