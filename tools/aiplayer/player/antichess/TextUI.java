package antichess;

import java.io.IOException;
import misere.aiplayer.Adapter;

/** The course's text interface, as its handout of spring 2007 starts it: java antichess.TextUI. */
public final class TextUI {
    private TextUI() {}

    /** Runs the adapter with the same arguments, and exits with its status. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.exit(Adapter.run(arguments));
    }
}
