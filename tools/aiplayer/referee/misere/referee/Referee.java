package misere.referee;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Plays whole games through the course's AI-player interface, and checks everything players do. */
public final class Referee {
    private static final String USAGE =
        "usage: java -jar misere-aiplayer-referee.jar [OPTION]... PLAYER OPPONENT...\n\n"
        + "Plays PLAYER against each OPPONENT in each ruleset, with alternating colours. A\n"
        + "player is JAR:CLASS, where CLASS is an AiPlayerFactory; an opponent may also be\n"
        + "`random` or `greedy`, which have no clock. Keeps the clocks, checks each turn,\n"
        + "passes each player's state on to its next game, and prints a table. The exit\n"
        + "status is 1 if any player moved illegally, lost on time, threw an exception or\n"
        + "returned too large a state, and 2 if a game cannot be played.\n\n"
        + "  --judge PROGRAM       the Misère engine to take the rules from (bin/misere)\n"
        + "  --ruleset NAME        may be given more than once (6170-spring-2007)\n"
        + "  --games N             games of each pairing in each ruleset (2)\n"
        + "  --time MS             time for each player in each game; 0: no clocks (10000)\n"
        + "  --charge MS           the least time charged for a turn (0)\n"
        + "  --chips W/B           pass chips of White and Black (0/0)\n"
        + "  --state-limit BYTES   limit of the persistent state (65536)\n"
        + "  --seed N              seed of the built-in players (1)\n"
        + "  --verbose             prints turns and chat\n"
        + "  --help                prints this\n";

    private final MatchSettings settings = new MatchSettings();
    private final List<String> rulesets = new ArrayList<>();
    private final List<Contestant> contestants = new ArrayList<>();

    /** Runs the referee; exits with 0, 1 (faults) or 2 (errors), as the usage says. */
    public static void main(String[] arguments) {
        if (List.of(arguments).contains("--help")) {
            System.out.print(USAGE);
            return;
        }
        try {
            Referee referee = new Referee();
            referee.read(arguments);
            System.exit(referee.play() ? 0 : 1);
        } catch (IllegalArgumentException | IOException e) {
            System.err.println("misere-aiplayer-referee: " + e.getMessage() + "; try --help");
            System.exit(2);
        }
    }

    private void read(String[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            String word = arguments[i];
            if (word.equals("--verbose"))
                settings.verbose = true;
            else if (!word.startsWith("--"))
                contestants.add(new Contestant(word));
            else if (++i < arguments.length)
                set(word, arguments[i]);
            else
                throw new IllegalArgumentException(word + ": missing value");
        }
        if (contestants.size() < 2)
            throw new IllegalArgumentException("at least two players are needed");
        if (rulesets.isEmpty())
            rulesets.add("6170-spring-2007");
        for (Contestant contestant : contestants)
            for (String ruleset : rulesets)
                if (!contestant.supports(ruleset))
                    throw new IllegalArgumentException(contestant.name +
                                                       " does not support the ruleset " + ruleset);
    }

    private void set(String option, String value) {
        switch (option) {
        case "--judge":
            settings.judge = value;
            break;
        case "--ruleset":
            rulesets.add(value);
            break;
        case "--games":
            settings.games = number(option, value);
            break;
        case "--time":
            settings.time = number(option, value);
            break;
        case "--charge":
            settings.charge = number(option, value);
            break;
        case "--chips":
            settings.chips = chips(value);
            break;
        case "--state-limit":
            settings.stateLimit = number(option, value);
            break;
        case "--seed":
            settings.seed = number(option, value);
            break;
        default:
            throw new IllegalArgumentException("unknown option " + option);
        }
    }

    private static int number(String option, String value) {
        if (!value.matches("[0-9]{1,9}"))
            throw new IllegalArgumentException(option + ": '" + value + "' is not a number");
        return Integer.parseInt(value);
    }

    private static String chips(String value) {
        if (!value.matches("[0-9]+/[0-9]+"))
            throw new IllegalArgumentException("--chips: '" + value + "' is not like 2/1");
        return value;
    }

    /** Plays all matches; returns true if there were no faults. */
    private boolean play() throws IOException {
        boolean clean = true;
        StringBuilder table = new StringBuilder(Tally.header());
        Contestant first = contestants.get(0);
        for (String ruleset : rulesets) {
            settings.ruleset = ruleset;
            for (Contestant opponent : contestants.subList(1, contestants.size())) {
                Tally tally = new Match(settings, first, opponent).play();
                clean &= tally.isClean();
                table.append("\n").append(tally.row(ruleset, opponent.name, first.state.length));
            }
        }
        System.out.println("\n" + table);
        return clean;
    }
}
