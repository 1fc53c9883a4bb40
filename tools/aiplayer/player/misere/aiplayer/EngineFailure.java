package misere.aiplayer;

/** The engine died, hung or answered nonsense, and is of no use any more. */
final class EngineFailure extends Exception {
    private static final long serialVersionUID = 1;

    EngineFailure(String message) {
        super(message);
    }
}
