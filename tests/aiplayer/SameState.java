import java.util.Arrays;
import java.util.Properties;
import misere.aiplayer.MisereFactory;

/** A state that the engine does not change is returned if there is room for it. */
public class SameState {
    public static void main(String[] words) {
        Properties terms = new Properties();
        terms.setProperty("antichess.ruleSet", "losers");
        byte[] state = {1, 2, 3};
        byte[] same = new MisereFactory().createPlayer(true, terms, null, null, state, 3)
                .getPersistentState();
        if (!Arrays.equals(state, same))
            throw new AssertionError(Arrays.toString(same));
        byte[] none = new MisereFactory().createPlayer(true, terms, null, null, state, 2)
                .getPersistentState();
        if (none.length != 0)
            throw new AssertionError(Arrays.toString(none));
    }
}
