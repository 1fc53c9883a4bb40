package net.antichess.ai;

import java.io.IOException;
import misere.aiplayer.Adapter;

/** The same as antichess.TextUI, by the name that the handout of fall 2007 gives it. */
public final class TextUI {
    private TextUI() {}

    /** Runs the adapter with the same arguments, and exits with its status. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.exit(Adapter.run(arguments));
    }
}
