package misere.referee;

import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.antichess.ai.AiPlayer;
import net.antichess.ai.AiPlayerFactory;
import net.antichess.ai.ChatHistoryViewer;
import net.antichess.ai.ChatProxy;

/**
 * A player in one game, with its clock and chat. Its code runs on a thread of its own, so that it
 * may hang.
 */
final class GamePlayer implements AutoCloseable {
    /** For calls that are not on the clock: creating the player and getting its state. */
    private static final long UNTIMED_LIMIT_MS = 60_000;
    /** How much longer to wait for a player whose time is up. */
    private static final long GRACE_MS = 1_000;

    /** A player broke a rule or failed. During the game, this loses it. */
    static final class Fault extends Exception {
        private static final long serialVersionUID = 1;
        final Kind kind;

        Fault(Kind kind, String message) {
            super(message);
            this.kind = kind;
        }
    }

    enum Kind { ILLEGAL, TIME, EXCEPTION, STATE }

    final Contestant contestant;
    final boolean isWhite;
    /** Milliseconds left. */
    long clock;
    /** The slowest turn so far, in milliseconds. */
    long slowest;
    int chatLines;
    private final MatchSettings settings;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread daemon = new Thread(task, "player");
        daemon.setDaemon(true);
        return daemon;
    });
    private AiPlayer player;

    GamePlayer(Contestant contestant, boolean isWhite, MatchSettings settings) {
        this.contestant = contestant;
        this.isWhite = isWhite;
        this.settings = settings;
        clock = settings.time;
    }

    /** Creates the player; {@code builtinPlayer} is used if the contestant has no factory. */
    void start(AiPlayer builtinPlayer, String whiteName, String blackName) throws Fault {
        Properties properties = settings.properties(whiteName, blackName);
        ChatHistoryViewer noHistory = new ChatHistoryViewer() {};
        AiPlayerFactory factory = contestant.factory;
        player = factory == null
                     ? builtinPlayer
                     : runWithin(UNTIMED_LIMIT_MS, Kind.EXCEPTION,
                                 ()
                                     -> factory.createPlayer(isWhite, properties, new Chat(),
                                                             noHistory, contestant.state.clone(),
                                                             settings.stateLimit));
    }

    private final class Chat implements ChatProxy {
        @Override
        public void sendChat(String message) {
            chatLines++;
            if (settings.verbose)
                System.out.println("  " + contestant.name + " says: " + message);
        }
    }

    /** Asks for a turn and charges the clock for it. */
    String move(String opponentMove, long opponentClock) throws Fault {
        boolean timed = settings.time > 0 && contestant.factory != null;
        long began = System.nanoTime();
        String turn = runWithin(timed ? clock + GRACE_MS : UNTIMED_LIMIT_MS, Kind.TIME,
                                () -> player.getMove(opponentMove, clock, opponentClock));
        long took = (System.nanoTime() - began) / 1_000_000;
        slowest = Math.max(slowest, took);
        if (timed)
            clock -= Math.max(took, settings.charge);
        if (timed && clock <= 0)
            throw new Fault(Kind.TIME, "its last turn took " + took + " ms");
        return turn;
    }

    /** Stores the player's state for its next game, if the player was created at all. */
    void takeState() throws Fault {
        if (player == null)
            return;
        byte[] state = runWithin(UNTIMED_LIMIT_MS, Kind.EXCEPTION, player::getPersistentState);
        if (state == null || state.length > settings.stateLimit)
            throw new Fault(Kind.STATE, state == null ? "its state is null"
                                                      : "its state has " + state.length + " bytes");
        contestant.state = state;
    }

    private <T> T runWithin(long ms, Kind late, Callable<T> call) throws Fault {
        try {
            return thread.submit(call).get(ms, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            thread.shutdownNow();
            throw new Fault(late, "no answer within " + ms + " ms");
        } catch (ExecutionException e) {
            throw new Fault(Kind.EXCEPTION, e.getCause().toString());
        } catch (RejectedExecutionException e) {
            throw new Fault(Kind.EXCEPTION, "it is hung");
        } catch (InterruptedException e) {
            throw new Fault(Kind.EXCEPTION, "interrupted");
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
