import java.util.Properties;
import misere.aiplayer.MisereFactory;

/** Creates players that are then unreachable, and waits until their engines have ended. */
public class Unreachable {
    public static void main(String[] words) throws InterruptedException {
        Properties terms = new Properties();
        terms.setProperty("antichess.ruleSet", "losers");
        for (int i = 0; i < 3; i++)
            new MisereFactory().createPlayer(true, terms, null, null, null, 0);
        for (int i = 0; i < 600 && ProcessHandle.current().children().count() > 0; i++) {
            System.gc();
            Thread.sleep(50);
        }
        if (ProcessHandle.current().children().count() > 0)
            throw new AssertionError("engines live on");
    }
}
