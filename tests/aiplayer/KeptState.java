import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import misere.aiplayer.MisereFactory;

/** Prints how many bytes of a state are kept under several limits. */
public class KeptState {
    static int kept(int limit) throws Exception {
        Properties terms = new Properties();
        terms.setProperty("antichess.ruleSet", "losers");
        byte[] state = Files.readAllBytes(Path.of("state"));
        return new MisereFactory().createPlayer(true, terms, null, null, state, limit)
                .getPersistentState().length;
    }

    public static void main(String[] words) throws Exception {
        System.out.println(kept(100000) + " " + kept(3224) + " " + kept(3223) + " " + kept(1024)
                + " " + kept(1000));
    }
}
