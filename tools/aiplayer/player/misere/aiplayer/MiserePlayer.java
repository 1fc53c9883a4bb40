package misere.aiplayer;

import java.util.ArrayList;
import java.util.List;
import net.antichess.ai.AiPlayer;

/**
 * Plays one game by letting an engine think. An engine that dies, hangs or answers nonsense is
 * started again, once a turn, and told the whole game. One thread at a time; others wait.
 */
final class MiserePlayer implements AiPlayer {
    static final int START_MS = 10_000;
    private static final int LEARN_MS = 10_000;
    /** For a turn in a game without clocks. */
    private static final int UNTIMED_MS = 2_000;
    /** What lies between the referee's clock and the engine's: this program. */
    private static final int OVERHEAD_MS = 50;
    /** Sooner than this nobody is called late. */
    private static final int LEAST_PATIENCE_MS = 200;
    /** What some referees charge for any faster turn. */
    private static final int FULL_SECOND_MS = 1_000;
    /** A turn that took no longer cannot have cost a full second by itself. */
    private static final int QUICK_TURN_MS = FULL_SECOND_MS / 2;

    private final GameTerms terms;
    private final Workplace workplace;
    private final Memory memory;
    private final Chatter chatter;
    private final String start;
    /** The game so far, in the engine's format; the last turn is ours. */
    private final List<String> turns = new ArrayList<>();
    private long lastTimeLeft;
    private long lastTurnTook;
    private boolean chargesFullSecond;

    /** See {@link MisereFactory#createPlayer}. */
    MiserePlayer(GameTerms terms, Workplace workplace, Memory memory, Chatter chatter) {
        this.terms = terms;
        this.workplace = workplace;
        this.memory = memory;
        this.chatter = chatter;
        start = withEngine(new Deadline(START_MS), this::findStart);
    }

    private String findStart(Engine engine, Deadline deadline) throws EngineFailure {
        if (!engine.rulesets().contains(terms.ruleset))
            throw new IllegalArgumentException("the ruleset '" + terms.ruleset + "' is not known");
        if (!terms.hasChips())
            return "startpos";
        String fen = "fen " + engine.startFen(deadline).replaceFirst(" chips:.*", "") + " " +
                     terms.chipsField();
        refuseIfWrong(engine.view(fen, turns, deadline));
        return fen;
    }

    /**
     * Our turn, in the course's format.
     *
     * @param opponentMove the same of the opponent; "" before the first turn and for a lost one
     * @param timeLeft what our clock shows, in ms; not looked at in a game without clocks
     * @throws IllegalArgumentException the opponent's turn is not legal: as if it had not come
     * @throws IllegalStateException the game is over, or the engine has failed twice; likewise
     */
    @Override
    public synchronized String getMove(String opponentMove, long timeLeft, long opponentTimeLeft) {
        Deadline clock = new Deadline(timeLeft);
        int known = turns.size();
        addOpponentMove(opponentMove == null ? "" : opponentMove);
        try {
            noticeCharge(timeLeft);
            Engine.Answer answer =
                withEngine(patience(timeLeft),
                           (engine, deadline) -> choose(engine, clock, opponentTimeLeft, deadline));
            turns.add(answer.turn);
            chatter.comment(answer);
            lastTurnTook = timeLeft - clock.msLeft();
            return Turns.toCourse(answer.turn, terms.hasChips());
        } catch (RuntimeException e) {
            turns.subList(known, turns.size()).clear();
            throw e;
        }
    }

    private void addOpponentMove(String move) {
        if (!move.matches("[A-Za-z0-9,-]*"))
            throw new IllegalArgumentException("'" + move + "' is no turn");
        boolean isFirstTurn = turns.isEmpty() && terms.isWhite && move.isEmpty();
        if (!isFirstTurn)
            turns.add(Turns.fromCourse(move));
    }

    private Deadline patience(long timeLeft) {
        return new Deadline(terms.timed ? Math.max(timeLeft, LEAST_PATIENCE_MS)
                                        : UNTIMED_MS + 2 * START_MS);
    }

    /** A referee that charges a full second for any faster turn shows it after a quick one. */
    private void noticeCharge(long timeLeft) {
        chargesFullSecond |=
            lastTurnTook < QUICK_TURN_MS && lastTimeLeft - timeLeft == FULL_SECOND_MS;
        lastTimeLeft = timeLeft;
    }

    private String go(long timeLeft, long opponentTimeLeft) {
        if (!terms.timed)
            return "movetime " + UNTIMED_MS;
        return "wtime " + (terms.isWhite ? timeLeft : opponentTimeLeft) + " btime " +
            (terms.isWhite ? opponentTimeLeft : timeLeft);
    }

    private Engine.Answer choose(Engine engine, Deadline clock, long opponentTimeLeft,
                                 Deadline deadline) throws EngineFailure {
        Engine.View view = engine.view(start, turns, deadline);
        refuseIfWrong(view);
        if (view.isOver())
            throw new IllegalStateException("the game is over: " + view.status);
        if (chargesFullSecond)
            engine.suggest("Minimum Move Charge", FULL_SECOND_MS, deadline);
        Engine.Answer answer = engine.think(go(clock.msLeft(), opponentTimeLeft), deadline);
        if (!view.turns.contains(answer.turn))
            throw new EngineFailure("it answered '" + answer.turn + "', which is no legal turn");
        return answer;
    }

    private static void refuseIfWrong(Engine.View view) {
        if (view.refusal != null)
            throw new IllegalArgumentException(view.refusal);
    }

    /**
     * What was learned up to the end of this game, and before. The engine ends here; if the game
     * goes on after all, it is started again.
     */
    @Override
    public synchronized byte[] getPersistentState() {
        if (workplace.engine() != null)
            learn();
        workplace.stop();
        return memory.read();
    }

    /** Without what this game would have taught we can live. */
    private void learn() {
        try {
            withEngine(new Deadline(LEARN_MS), (engine, deadline) -> {
                if (memory.isUsedBy(engine)) {
                    engine.view(start, wholeGame(engine, deadline), deadline);
                    engine.endGame(deadline);
                }
                return null;
            });
        } catch (IllegalStateException e) {
            return;
        }
    }

    /**
     * The game with the turn of the opponent's that ended it, which nobody tells us: one that won
     * for the opponent, else one that lost. If there is none, a clock or a person has ended the
     * game.
     */
    private List<String> wholeGame(Engine engine, Deadline deadline) throws EngineFailure {
        Engine.View view = engine.view(start, turns, deadline);
        List<String> game = turns;
        for (String turn : view.isOver() ? List.<String>of() : view.turns) {
            List<String> longer = new ArrayList<>(turns);
            longer.add(turn);
            String status = engine.status(start, longer, deadline);
            if (status.startsWith(terms.isWhite ? "won black" : "won white"))
                return longer;
            if (Engine.View.isOver(status))
                game = longer;
        }
        return game;
    }

    /* --- the engine --- */

    private interface Request<T> {
        T make(Engine engine, Deadline deadline) throws EngineFailure;
    }

    /** If the engine fails, another one is asked; the first has three quarters of the time. */
    private <T> T withEngine(Deadline deadline, Request<T> request) {
        String failure;
        try {
            return attempt(deadline.butAtMost(deadline.msLeft() * 3 / 4), request);
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
            if (workplace.engine() == null)
                prepare(workplace.start(deadline), deadline);
            return request.make(workplace.engine(), deadline);
        } catch (EngineFailure e) {
            workplace.kill();
            throw e;
        }
    }

    private void prepare(Engine engine, Deadline deadline) throws EngineFailure {
        engine.suggest("UCI_Variant", terms.ruleset, deadline);
        engine.suggest("Move Overhead", OVERHEAD_MS, deadline);
        engine.suggest("Threads", Runtime.getRuntime().availableProcessors(), deadline);
        memory.giveTo(engine, deadline);
    }
}
