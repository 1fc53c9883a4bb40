package misere.referee;

import java.util.Properties;

/** The settings of a match. */
final class MatchSettings {
    String judge = "bin/misere";
    String ruleset;
    int games = 2;
    /** The time for each player in each game, in milliseconds; 0: no clocks. */
    long time = 10_000;
    /** The least time charged for a turn, in milliseconds. */
    long charge = 0;
    /** White's and Black's chips, for example 2/1. */
    String chips = "0/0";
    /** In bytes. */
    int stateLimit = 65536;
    long seed = 1;
    boolean verbose = false;

    boolean hasChips() {
        return !chips.equals("0/0");
    }

    /** The course's game properties. */
    Properties properties(String whiteName, String blackName) {
        Properties properties = new Properties();
        properties.setProperty("antichess.ruleSet", ruleset);
        properties.setProperty("antichess.timedGame", Boolean.toString(time > 0));
        properties.setProperty("antichess.whitePlayerName", whiteName);
        properties.setProperty("antichess.blackPlayerName", blackName);
        properties.setProperty(ruleset + ".tournamentDraws", "true"); /* see Judge */
        if (time > 0) {
            properties.setProperty("antichess.initTime.white", Long.toString(time));
            properties.setProperty("antichess.initTime.black", Long.toString(time));
        }
        if (hasChips()) {
            properties.setProperty(ruleset + ".chips.white", chips.replaceFirst("/.*", ""));
            properties.setProperty(ruleset + ".chips.black", chips.replaceFirst(".*/", ""));
        }
        return properties;
    }
}
