package misere.aiplayer;

/** The engine died, hung or gave an invalid answer, and was killed. */
final class EngineFailure extends Exception {
    private static final long serialVersionUID = 1;

    EngineFailure(String message) {
        super(message);
    }
}
