package misere.referee;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import net.antichess.ai.AiPlayerFactory;

/**
 * One side of a match: a factory from a jar, with the persistent state of its players, or one of
 * the built-in players.
 */
final class Contestant {
    final String name;
    /** Null for a built-in player. */
    final AiPlayerFactory factory;
    /** Which built-in player: greedy or random. */
    final boolean greedy;
    byte[] state = new byte[0];

    /** {@code word} is {@code random}, {@code greedy} or {@code JAR:CLASS}. */
    Contestant(String word) {
        greedy = word.equals("greedy");
        boolean builtin = greedy || word.equals("random");
        factory = builtin ? null : load(word);
        name = builtin ? word : factory.getClass().getSimpleName();
    }

    /** Throws IllegalArgumentException if the factory fails. */
    boolean supports(String ruleset) {
        try {
            return factory == null || factory.getSupportedRulesets().contains(ruleset);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(name + " cannot list its rulesets: " + e, e);
        }
    }

    private static AiPlayerFactory load(String word) {
        int colon = word.lastIndexOf(':');
        if (colon < 0)
            throw new IllegalArgumentException("'" + word + "' is not random, greedy or JAR:CLASS");
        try {
            URL jar = Path.of(word.substring(0, colon)).toUri().toURL();
            ClassLoader loader = new URLClassLoader(new URL[] {jar});
            Object created =
                loader.loadClass(word.substring(colon + 1)).getConstructor().newInstance();
            return (AiPlayerFactory)created;
        } catch (ReflectiveOperationException | MalformedURLException | ClassCastException e) {
            throw new IllegalArgumentException("'" + word + "' cannot be loaded: " + e, e);
        }
    }
}
