package misere.referee;

import java.io.IOException;
import java.util.Random;

/** Games between two contestants under one ruleset, with alternating colours. */
final class Match {
    private final MatchSettings settings;
    private final Contestant first;
    private final Contestant second;
    private final Random random;
    private final Tally tally = new Tally();

    Match(MatchSettings settings, Contestant first, Contestant second) {
        this.settings = settings;
        this.first = first;
        this.second = second;
        random = new Random(settings.seed);
    }

    Tally play() throws IOException {
        for (int game = 1; game <= settings.games; game++) {
            boolean firstIsWhite = game % 2 == 1;
            try (Judge judge = new Judge(settings);
                 GamePlayer one = new GamePlayer(first, firstIsWhite, settings);
                 GamePlayer two = new GamePlayer(second, !firstIsWhite, settings)) {
                String result = playGame(judge, one, two);
                System.out.println(settings.ruleset + ", game " + game + " of " + settings.games +
                                   ": " + (firstIsWhite ? one : two).contestant.name + " - " +
                                   (firstIsWhite ? two : one).contestant.name + ", " + result +
                                   ", " + judge.turnCount() + " turns");
                count(judge, one);
            }
        }
        return tally;
    }

    private void count(Judge judge, GamePlayer one) {
        tally.games++;
        tally.turns += judge.turnCount();
        tally.slowest = Math.max(tally.slowest, one.slowest);
        tally.minClock = Math.min(tally.minClock, one.clock);
        tally.minChatLines = Math.min(tally.minChatLines, one.chatLines);
    }

    /** Plays a game to its end; returns the result and any faults as text. */
    private String playGame(Judge judge, GamePlayer one, GamePlayer two) throws IOException {
        GamePlayer white = one.isWhite ? one : two;
        GamePlayer black = one.isWhite ? two : one;
        String result = playTurns(judge, white, black);
        if (result.startsWith("drawn"))
            tally.drawn++;
        else if (result.startsWith("won white") == one.isWhite)
            tally.won++;
        else
            tally.lost++;
        return result + collectState(white) + collectState(black);
    }

    private String playTurns(Judge judge, GamePlayer white, GamePlayer black) throws IOException {
        GamePlayer mover = white;
        String turn = "";
        try {
            white.start(builtinPlayer(judge, white), white.contestant.name, black.contestant.name);
            mover = black;
            black.start(builtinPlayer(judge, black), white.contestant.name, black.contestant.name);
            while (!judge.isOver()) {
                mover = mover == white ? black : white;
                turn = mover.move(turn, (mover == white ? black : white).clock);
                if (turn == null || !judge.isLegal(turn))
                    throw new GamePlayer.Fault(GamePlayer.Kind.ILLEGAL,
                                               "'" + turn + "' is not legal");
                judge.play(turn);
                if (settings.verbose)
                    System.out.println("  " + mover.contestant.name + ": " + turn);
            }
            return judge.status();
        } catch (GamePlayer.Fault e) {
            tally.addFault(e.kind);
            return "won " + (mover.isWhite ? "black" : "white") + " " + e.kind + " (" +
                mover.contestant.name + ": " + e.getMessage() + ")";
        }
    }

    private BuiltinPlayer builtinPlayer(Judge judge, GamePlayer player) {
        return new BuiltinPlayer(judge, player.isWhite, player.contestant.greedy, random);
    }

    private String collectState(GamePlayer player) {
        try {
            player.takeState();
            return "";
        } catch (GamePlayer.Fault e) {
            tally.addFault(e.kind);
            return ", " + player.contestant.name + ": " + e.getMessage();
        }
    }
}
