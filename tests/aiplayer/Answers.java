import java.util.Properties;
import misere.aiplayer.MisereFactory;
import net.antichess.ai.AiPlayer;

/** Prints what getMove returns for each of the given turns of the opponent, in quotes. */
public class Answers {
    public static void main(String[] words) {
        Properties terms = new Properties();
        terms.setProperty("antichess.ruleSet", words[0]);
        AiPlayer player = new MisereFactory().createPlayer(words[1].equals("white"), terms, null,
                null, null, 0);
        for (int i = 2; i < words.length; i++)
            System.out.print("'" + player.getMove(words[i], 0, 0) + "' ");
        player.getPersistentState();
    }
}
