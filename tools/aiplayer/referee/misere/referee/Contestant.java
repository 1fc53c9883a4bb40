package misere.referee;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import net.antichess.ai.AiPlayerFactory;

/**
 * Who plays: a factory from a jar, with what its players have returned as their state; or nobody's
 * program, but one of the referee's own players.
 */
final class Contestant {
    final String name;
    /** Null for the referee's own. */
    final AiPlayerFactory factory;
    /** Only among the referee's own: greedy rather than random. */
    final boolean greedy;
    byte[] state = new byte[0];

    /** From `random`, `greedy` or `JAR:CLASS`. */
    Contestant(String word) {
        greedy = word.equals("greedy");
        boolean own = greedy || word.equals("random");
        factory = own ? null : load(word);
        name = own ? word : factory.getClass().getSimpleName();
    }

    /** Throws IllegalArgumentException if there is no answer. */
    boolean supports(String ruleset) {
        try {
            return factory == null || factory.getSupportedRulesets().contains(ruleset);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(name + " cannot say what it supports: " + e, e);
        }
    }

    private static AiPlayerFactory load(String word) {
        int colon = word.lastIndexOf(':');
        if (colon < 0)
            throw new IllegalArgumentException("'" + word + "' is not random, greedy or JAR:CLASS");
        try {
            URL jar = Path.of(word.substring(0, colon)).toUri().toURL();
            ClassLoader loader = new URLClassLoader(new URL[] {jar});
            Object made =
                loader.loadClass(word.substring(colon + 1)).getConstructor().newInstance();
            return (AiPlayerFactory)made;
        } catch (ReflectiveOperationException | MalformedURLException | ClassCastException e) {
            throw new IllegalArgumentException("'" + word + "' cannot be loaded: " + e, e);
        }
    }
}
