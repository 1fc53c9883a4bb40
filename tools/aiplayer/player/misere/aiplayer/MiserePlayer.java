package misere.aiplayer;

import java.util.ArrayList;
import java.util.List;
import net.antichess.ai.AiPlayer;

/**
 * Plays one game with the engine. An engine that dies, hangs or gives an invalid answer is
 * restarted and sent the whole game again, at most once per turn. Thread-safe: calls are
 * serialised.
 */
final class MiserePlayer implements AiPlayer {
    /** For starting an engine. */
    static final int START_MS = 10_000;
    /** For learning from a finished game. */
    private static final int LEARN_MS = 10_000;
    /** The time for each turn in a game without clocks. */
    private static final int UNTIMED_MS = 2_000;
    /** Time that this program takes, which the engine's own clock does not see. */
    private static final int OVERHEAD_MS = 50;
    /** The engine always gets at least this long to answer, however little time is left. */
    private static final int MIN_TIMEOUT_MS = 200;
    /** The least that some referees charge for a turn. */
    private static final int FULL_SECOND_MS = 1_000;
    /** If a turn that took less than this cost a full second, the referee has a minimum charge. */
    private static final int QUICK_TURN_MS = FULL_SECOND_MS / 2;

    private final GameSettings settings;
    private final EngineHost host;
    private final PersistentState state;
    private final Chatter chatter;
    private final String start;
    /** The game so far, in the engine's format; between calls the last turn is our own. */
    private final List<String> turns = new ArrayList<>();
    private long lastTimeLeft;
    private long lastTurnTook;
    private boolean chargesFullSecond;

    /** See {@link MisereFactory#createPlayer}. */
    MiserePlayer(GameSettings settings, EngineHost host, PersistentState state, Chatter chatter) {
        this.settings = settings;
        this.host = host;
        this.state = state;
        this.chatter = chatter;
        start = withEngine(new Deadline(START_MS), this::findStart);
    }

    private String findStart(Engine engine, Deadline deadline) throws EngineFailure {
        if (engine.rulesets().stream().noneMatch(settings.ruleset::equalsIgnoreCase))
            throw new IllegalArgumentException("the ruleset '" + settings.ruleset + "' is unknown");
        if (!settings.hasChips())
            return "startpos";
        String fen = "fen " + engine.startFen(deadline).replaceFirst(" chips:.*", "") + " " +
                     settings.chipsField();
        throwIfRefused(engine.inspect(fen, turns, deadline));
        return fen;
    }

    /**
     * Chooses our next turn, in the course's format. If it throws, the opponent's turn is
     * discarded.
     *
     * @param opponentMove the opponent's last turn; "" before the first turn and for a lost one
     * @param timeLeft our clock, in milliseconds; ignored in a game without clocks
     * @param opponentTimeLeft the same for the opponent
     * @throws IllegalArgumentException the opponent's turn is not legal
     * @throws IllegalStateException the game is over, or the engine failed twice
     */
    @Override
    public synchronized String getMove(String opponentMove, long timeLeft, long opponentTimeLeft) {
        Deadline clock = new Deadline(timeLeft);
        int known = turns.size();
        addOpponentMove(opponentMove == null ? "" : opponentMove);
        try {
            detectMinimumCharge(timeLeft);
            Engine.BestMove bestMove =
                withEngine(timeout(timeLeft),
                           (engine, deadline) -> choose(engine, clock, opponentTimeLeft, deadline));
            turns.add(bestMove.turn);
            chatter.comment(bestMove);
            lastTurnTook = timeLeft - clock.msLeft();
            return Turns.toCourse(bestMove.turn, settings.hasChips());
        } catch (RuntimeException e) {
            turns.subList(known, turns.size()).clear();
            throw e;
        }
    }

    private void addOpponentMove(String move) {
        if (!move.matches("[A-Za-z0-9,-]*"))
            throw new IllegalArgumentException("'" + move + "' is not a turn");
        boolean isFirstTurn = turns.isEmpty() && settings.isWhite && move.isEmpty();
        if (!isFirstTurn)
            turns.add(Turns.fromCourse(move));
    }

    private Deadline timeout(long timeLeft) {
        return new Deadline(settings.timed ? Math.max(timeLeft, MIN_TIMEOUT_MS)
                                           : UNTIMED_MS + 2 * START_MS);
    }

    /** After a quick turn, checks whether the referee charged a full second for it. */
    private void detectMinimumCharge(long timeLeft) {
        chargesFullSecond |=
            lastTurnTook < QUICK_TURN_MS && lastTimeLeft - timeLeft == FULL_SECOND_MS;
        lastTimeLeft = timeLeft;
    }

    private String go(long timeLeft, long opponentTimeLeft) {
        if (!settings.timed)
            return "movetime " + UNTIMED_MS;
        return "wtime " + (settings.isWhite ? timeLeft : opponentTimeLeft) + " btime " +
            (settings.isWhite ? opponentTimeLeft : timeLeft);
    }

    private Engine.BestMove choose(Engine engine, Deadline clock, long opponentTimeLeft,
                                   Deadline deadline) throws EngineFailure {
        Engine.PositionInfo position = engine.inspect(start, turns, deadline);
        throwIfRefused(position);
        if (position.isOver())
            throw new IllegalStateException("the game is over: " + position.status);
        if (chargesFullSecond)
            engine.trySetOption("Minimum Move Charge", FULL_SECOND_MS, deadline);
        Engine.BestMove bestMove = engine.search(go(clock.msLeft(), opponentTimeLeft), deadline);
        if (!position.turns.contains(bestMove.turn))
            throw new EngineFailure("it answered '" + bestMove.turn +
                                    "', which is not a legal turn");
        return bestMove;
    }

    private static void throwIfRefused(Engine.PositionInfo position) {
        if (position.refusal != null)
            throw new IllegalArgumentException(position.refusal);
    }

    /**
     * What was learned from this game and earlier ones. Stops the engine; if the game continues
     * after all, it is restarted.
     */
    @Override
    public synchronized byte[] getPersistentState() {
        if (host.engine() != null)
            learn();
        host.stop();
        return state.read();
    }

    /** Learns from this game. Failures are ignored. */
    private void learn() {
        try {
            withEngine(new Deadline(LEARN_MS), (engine, deadline) -> {
                if (state.isSupportedBy(engine)) {
                    engine.inspect(start, wholeGame(engine, deadline), deadline);
                    engine.endGame(deadline);
                }
                return null;
            });
        } catch (IllegalStateException e) {
            return;
        }
    }

    /**
     * The game including the opponent's last turn, which the course does not report. Assumes a turn
     * that won for the opponent if there is one, otherwise any that ended the game. If there is
     * none either, the game was decided by a clock or broken off.
     */
    private List<String> wholeGame(Engine engine, Deadline deadline) throws EngineFailure {
        Engine.PositionInfo position = engine.inspect(start, turns, deadline);
        List<String> game = turns;
        for (String turn : position.isOver() ? List.<String>of() : position.turns) {
            List<String> longer = new ArrayList<>(turns);
            longer.add(turn);
            String status = engine.status(start, longer, deadline);
            if (status.startsWith(settings.isWhite ? "won black" : "won white"))
                return longer;
            if (Engine.PositionInfo.isOver(status))
                game = longer;
        }
        return game;
    }

    /* --- the engine --- */

    private interface Request<T> {
        T send(Engine engine, Deadline deadline) throws EngineFailure;
    }

    /** Retries once with a new engine. The first attempt gets three quarters of the time. */
    private <T> T withEngine(Deadline deadline, Request<T> request) {
        String failure;
        try {
            return attempt(deadline.atMost(deadline.msLeft() * 3 / 4), request);
        } catch (EngineFailure e) {
            failure = e.getMessage();
        }
        try {
            return attempt(deadline, request);
        } catch (EngineFailure e) {
            throw new IllegalStateException(
                "the engine failed twice: " + failure + "; then: " + e.getMessage(), e);
        }
    }

    private <T> T attempt(Deadline deadline, Request<T> request) throws EngineFailure {
        try {
            if (host.engine() == null)
                prepare(host.start(deadline), deadline);
            return request.send(host.engine(), deadline);
        } catch (EngineFailure e) {
            host.kill();
            throw e;
        }
    }

    private void prepare(Engine engine, Deadline deadline) throws EngineFailure {
        engine.trySetOption("UCI_Variant", settings.ruleset, deadline);
        engine.trySetOption("Move Overhead", OVERHEAD_MS, deadline);
        engine.trySetOption("Threads", Runtime.getRuntime().availableProcessors(), deadline);
        if (settings.tournamentDraws)
            engine.trySetOption("Tournament Draws", true, deadline);
        state.loadInto(engine, deadline);
    }
}
