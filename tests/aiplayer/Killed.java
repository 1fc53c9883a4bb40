import java.util.Arrays;
import java.util.Properties;
import misere.aiplayer.MisereFactory;
import net.antichess.ai.AiPlayer;

/** Kills the engines after each turn. */
public class Killed {
    public static void main(String[] words) {
        Properties terms = new Properties();
        terms.setProperty("antichess.ruleSet", "6170-spring-2007");
        terms.setProperty("antichess.timedGame", "true");
        AiPlayer player = new MisereFactory().createPlayer(true, terms, null, null, new byte[0],
                4096);
        AiPlayer other = new MisereFactory().createPlayer(false, terms, null, null, null, 4096);
        String turn = "";
        for (int i = 0; i < 4; i++) {
            turn = other.getMove(player.getMove(turn, 600000, 600000), 600000, 600000);
            ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
            byte[] state = player.getPersistentState();
            if (state.length > 4096 || !Arrays.equals(state, player.getPersistentState()))
                throw new AssertionError("state of " + state.length + " bytes");
        }
    }
}
