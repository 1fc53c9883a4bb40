import java.util.Properties;
import misere.aiplayer.MisereFactory;

/** Begins one game with tournament draws switched off by a property, and one with them switched on. */
public class TournamentDraws {
    public static void main(String[] words) {
        for (String draws : new String[] {"false", "true"}) {
            Properties terms = new Properties();
            terms.setProperty("antichess.ruleSet", "6170-spring-2006-antiking");
            terms.setProperty("6170-spring-2006-antiking.tournamentDraws", draws);
            terms.setProperty("losers.tournamentDraws", "true");
            new MisereFactory().createPlayer(true, terms, null, null, null, 0).getPersistentState();
        }
    }
}
