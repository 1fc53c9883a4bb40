package misere.referee;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Plays whole games through the course's AI-player interface, believing nobody. */
public final class Referee {
    private static final String USAGE =
        "usage: java -jar misere-aiplayer-referee.jar [OPTION]... PLAYER OPPONENT...\n\n"
        + "Lets PLAYER play against each OPPONENT, by each ruleset, colours alternating. A\n"
        + "player is JAR:CLASS, the class being an AiPlayerFactory; an opponent may also be\n"
        + "`random` or `greedy`, for which no clock runs. Keeps the clocks, judges each turn,\n"
        + "hands each player's state on to its next game, and ends with a table. The exit\n"
        + "status is 1 if anybody played illegally, lost on time, threw an exception or\n"
        + "returned too large a state; 2 if it cannot begin or go on.\n\n"
        + "  --judge PROGRAM       a Misère engine that knows the rules (bin/misere)\n"
        + "  --ruleset NAME        may be given more than once (6170-spring-2007)\n"
        + "  --games N             of each pairing and ruleset (2)\n"
        + "  --time MS             for each player and game; 0: no clocks (10000)\n"
        + "  --charge MS           what a faster turn is charged all the same (0)\n"
        + "  --chips W/B           pass chips in White's and Black's hand (0/0)\n"
        + "  --state-limit BYTES   for persistent state (65536)\n"
        + "  --seed N              of the random players (1)\n"
        + "  --verbose             shows turns and chat\n"
        + "  --help                this\n";

    private final Terms terms = new Terms();
    private final List<String> rulesets = new ArrayList<>();
    private final List<Contestant> contestants = new ArrayList<>();

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
                terms.verbose = true;
            else if (!word.startsWith("--"))
                contestants.add(new Contestant(word));
            else if (++i < arguments.length)
                set(word, arguments[i]);
            else
                throw new IllegalArgumentException(word + ": the value is missing");
        }
        if (contestants.size() < 2)
            throw new IllegalArgumentException("two players are needed");
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
            terms.judge = value;
            break;
        case "--ruleset":
            rulesets.add(value);
            break;
        case "--games":
            terms.games = number(option, value);
            break;
        case "--time":
            terms.time = number(option, value);
            break;
        case "--charge":
            terms.charge = number(option, value);
            break;
        case "--chips":
            terms.chips = chips(value);
            break;
        case "--state-limit":
            terms.stateLimit = number(option, value);
            break;
        case "--seed":
            terms.seed = number(option, value);
            break;
        default:
            throw new IllegalArgumentException("there is no option " + option);
        }
    }

    private static int number(String option, String value) {
        if (!value.matches("[0-9]{1,9}"))
            throw new IllegalArgumentException(option + ": '" + value + "' is no number");
        return Integer.parseInt(value);
    }

    private static String chips(String value) {
        if (!value.matches("[0-9]+/[0-9]+"))
            throw new IllegalArgumentException("--chips: '" + value + "' is not like 2/1");
        return value;
    }

    /** Was all in order? */
    private boolean play() throws IOException {
        boolean clean = true;
        StringBuilder table = new StringBuilder(Tally.header());
        Contestant first = contestants.get(0);
        for (String ruleset : rulesets) {
            terms.ruleset = ruleset;
            for (Contestant opponent : contestants.subList(1, contestants.size())) {
                Tally tally = new Match(terms, first, opponent).play();
                clean &= tally.isClean();
                table.append("\n").append(tally.row(ruleset, opponent.name, first.state.length));
            }
        }
        System.out.println("\n" + table);
        return clean;
    }
}
