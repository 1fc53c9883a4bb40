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

/** One player in one game: its clock, what it says, and a thread that it may hold up. */
final class Seat implements AutoCloseable {
    /** For what is not on the clock: being made, and giving back the state. */
    private static final long PATIENCE_MS = 60_000;
    /** How long a player whose time is up is waited for. */
    private static final long LATE_MS = 1_000;

    /** A player has done something that loses the game; or cannot go on. */
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
    long clock;
    long slowest;
    int chatLines;
    private final Terms terms;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "player");
        made.setDaemon(true);
        return made;
    });
    private AiPlayer player;

    Seat(Contestant contestant, boolean isWhite, Terms terms) {
        this.contestant = contestant;
        this.isWhite = isWhite;
        this.terms = terms;
        clock = terms.time;
    }

    /** `ownPlayer` is for one of the referee's own; the other comes from its factory. */
    void sit(AiPlayer ownPlayer, String whiteName, String blackName) throws Fault {
        Properties properties = terms.properties(whiteName, blackName);
        ChatHistoryViewer nothing = new ChatHistoryViewer() {};
        AiPlayerFactory factory = contestant.factory;
        player =
            factory == null
                ? ownPlayer
                : within(PATIENCE_MS, Kind.EXCEPTION,
                         ()
                             -> factory.createPlayer(isWhite, properties, new Chat(), nothing,
                                                     contestant.state.clone(), terms.stateLimit));
    }

    private final class Chat implements ChatProxy {
        @Override
        public void sendChat(String message) {
            chatLines++;
            if (terms.verbose)
                System.out.println("  " + contestant.name + " says: " + message);
        }
    }

    String move(String opponentMove, long opponentClock) throws Fault {
        boolean timed = terms.time > 0 && contestant.factory != null;
        long began = System.nanoTime();
        String turn = within(timed ? clock + LATE_MS : PATIENCE_MS, Kind.TIME,
                             () -> player.getMove(opponentMove, clock, opponentClock));
        long took = (System.nanoTime() - began) / 1_000_000;
        slowest = Math.max(slowest, took);
        if (timed)
            clock -= Math.max(took, terms.charge);
        if (timed && clock <= 0)
            throw new Fault(Kind.TIME, "its last turn took " + took + " ms");
        return turn;
    }

    /** Takes the state for the next game, if the player was ever there. */
    void leave() throws Fault {
        if (player == null)
            return;
        byte[] state = within(PATIENCE_MS, Kind.EXCEPTION, player::getPersistentState);
        if (state == null || state.length > terms.stateLimit)
            throw new Fault(Kind.STATE, state == null ? "its state is null"
                                                      : "its state has " + state.length + " bytes");
        contestant.state = state;
    }

    private <T> T within(long ms, Kind late, Callable<T> call) throws Fault {
        try {
            return thread.submit(call).get(ms, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            thread.shutdownNow();
            throw new Fault(late, "no answer within " + ms + " ms");
        } catch (ExecutionException e) {
            throw new Fault(Kind.EXCEPTION, e.getCause().toString());
        } catch (RejectedExecutionException e) {
            throw new Fault(Kind.EXCEPTION, "it hangs");
        } catch (InterruptedException e) {
            throw new Fault(Kind.EXCEPTION, "interrupted");
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
