package misere.aiplayer;

import java.util.Properties;

/** What the course's properties say about a game. */
final class GameTerms {
    final String ruleset;
    final boolean timed;
    final boolean isWhite;
    final String opponentName;
    /** What we have at the start, in ms; 0 in an untimed game. */
    final long initialTime;
    private final long whiteChips;
    private final long blackChips;

    /** Throws IllegalArgumentException, with the name of the property that is wrong. */
    GameTerms(boolean isWhite, Properties properties) {
        this.isWhite = isWhite;
        ruleset = text(properties, "antichess.ruleSet", "");
        if (ruleset.isEmpty())
            throw new IllegalArgumentException("the property antichess.ruleSet is missing");
        timed = Boolean.parseBoolean(text(properties, "antichess.timedGame", "false"));
        initialTime = timed ? number(properties, "antichess.initTime." + colour(isWhite)) : 0;
        opponentName = text(properties, "antichess." + colour(!isWhite) + "PlayerName", "");
        whiteChips = number(properties, ruleset + ".chips.white");
        blackChips = number(properties, ruleset + ".chips.black");
    }

    private static String colour(boolean isWhite) {
        return isWhite ? "white" : "black";
    }

    /** Does anybody hold chips? Then a pass is bought with one. */
    boolean hasChips() {
        return whiteChips != 0 || blackChips != 0;
    }

    /** As the last field of a FEN. */
    String chipsField() {
        return "chips:" + whiteChips + "/" + blackChips;
    }

    /** A property that some referee has put there as a number or a truth value is one, too. */
    private static String text(Properties properties, String key, String otherwise) {
        String text = properties.getProperty(key);
        Object value = text == null ? properties.get(key) : text;
        return value == null ? otherwise : value.toString().trim();
    }

    private static long number(Properties properties, String key) {
        String text = text(properties, key, "0");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                "the property " + key + ": '" + text + "' is no number", e);
        }
    }
}
