package misere.aiplayer;

import java.util.Properties;

/** The settings of a game, from the course's properties. */
final class GameSettings {
    final String ruleset;
    final boolean timed;
    final boolean isWhite;
    final String opponentName;
    /** Our clock at the start, in milliseconds; 0 in an untimed game. */
    final long initialTime;
    /** Does the tournament score draws: threefold repetition and fifty moves? */
    final boolean tournamentDraws;
    private final long whiteChips;
    private final long blackChips;

    /** Throws IllegalArgumentException, which names the property, if one is missing or invalid. */
    GameSettings(boolean isWhite, Properties properties) {
        this.isWhite = isWhite;
        ruleset = text(properties, "antichess.ruleSet", "");
        if (ruleset.isEmpty())
            throw new IllegalArgumentException("the property antichess.ruleSet is missing");
        if (ruleset.chars().anyMatch(c -> c < '!' || c > '~'))
            throw new IllegalArgumentException(
                "the property antichess.ruleSet: a name has no blanks, line breaks or "
                + "characters beyond ASCII");
        timed = Boolean.parseBoolean(text(properties, "antichess.timedGame", "false"));
        initialTime = timed ? number(properties, "antichess.initTime." + colour(isWhite)) : 0;
        opponentName = text(properties, "antichess." + colour(!isWhite) + "PlayerName", "");
        tournamentDraws = Boolean.parseBoolean(text(properties, ruleset + ".tournamentDraws", "false"));
        whiteChips = number(properties, ruleset + ".chips.white");
        blackChips = number(properties, ruleset + ".chips.black");
    }

    private static String colour(boolean isWhite) {
        return isWhite ? "white" : "black";
    }

    /** Does either player start with chips? If so, every pass costs a chip. */
    boolean hasChips() {
        return whiteChips != 0 || blackChips != 0;
    }

    /** The chips as the last field of a FEN. */
    String chipsField() {
        return "chips:" + whiteChips + "/" + blackChips;
    }

    /** Also reads values that are not strings: some referees store numbers or booleans. */
    private static String text(Properties properties, String key, String fallback) {
        String text = properties.getProperty(key);
        Object value = text == null ? properties.get(key) : text;
        return value == null ? fallback : value.toString().trim();
    }

    private static long number(Properties properties, String key) {
        String text = text(properties, key, "0");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                "the property " + key + ": '" + text + "' is not a number", e);
        }
    }
}
