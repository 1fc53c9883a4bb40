package misere.referee;

import java.io.IOException;
import java.util.Random;

/** Games between two contestants by one ruleset, colours reversed each time. */
final class Match {
    private final Terms terms;
    private final Contestant first;
    private final Contestant second;
    private final Random lots;
    private final Tally tally = new Tally();

    Match(Terms terms, Contestant first, Contestant second) {
        this.terms = terms;
        this.first = first;
        this.second = second;
        lots = new Random(terms.seed);
    }

    Tally play() throws IOException {
        for (int game = 1; game <= terms.games; game++) {
            boolean firstIsWhite = game % 2 == 1;
            try (Judge judge = new Judge(terms); Seat one = new Seat(first, firstIsWhite, terms);
                 Seat two = new Seat(second, !firstIsWhite, terms)) {
                String result = playGame(judge, one, two);
                System.out.println(terms.ruleset + ", game " + game + " of " + terms.games + ": " +
                                   (firstIsWhite ? one : two).contestant.name + " - " +
                                   (firstIsWhite ? two : one).contestant.name + ", " + result +
                                   ", " + judge.turnCount() + " turns");
                count(judge, one);
            }
        }
        return tally;
    }

    private void count(Judge judge, Seat one) {
        tally.games++;
        tally.turns += judge.turnCount();
        tally.slowest = Math.max(tally.slowest, one.slowest);
        tally.leastClock = Math.min(tally.leastClock, one.clock);
        tally.leastChat = Math.min(tally.leastChat, one.chatLines);
    }

    /** Plays to the end, and says what that was. */
    private String playGame(Judge judge, Seat one, Seat two) throws IOException {
        Seat white = one.isWhite ? one : two;
        Seat black = one.isWhite ? two : one;
        String result = playTurns(judge, white, black);
        if (result.startsWith("drawn"))
            tally.drawn++;
        else if (result.startsWith("won white") == one.isWhite)
            tally.won++;
        else
            tally.lost++;
        return result + collectState(white) + collectState(black);
    }

    private String playTurns(Judge judge, Seat white, Seat black) throws IOException {
        Seat mover = white;
        String turn = "";
        try {
            white.sit(ownPlayer(judge, white), white.contestant.name, black.contestant.name);
            mover = black;
            black.sit(ownPlayer(judge, black), white.contestant.name, black.contestant.name);
            while (!judge.isOver()) {
                mover = mover == white ? black : white;
                turn = mover.move(turn, (mover == white ? black : white).clock);
                if (turn == null || !judge.isLegal(turn))
                    throw new Seat.Fault(Seat.Kind.ILLEGAL, "'" + turn + "' is not legal");
                judge.play(turn);
                if (terms.verbose)
                    System.out.println("  " + mover.contestant.name + ": " + turn);
            }
            return judge.status();
        } catch (Seat.Fault e) {
            tally.addFault(e.kind);
            return "won " + (mover.isWhite ? "black" : "white") + " " + e.kind + " (" +
                mover.contestant.name + ": " + e.getMessage() + ")";
        }
    }

    private OwnPlayer ownPlayer(Judge judge, Seat seat) {
        return new OwnPlayer(judge, seat.isWhite, seat.contestant.greedy, lots);
    }

    private String collectState(Seat seat) {
        try {
            seat.leave();
            return "";
        } catch (Seat.Fault e) {
            tally.addFault(e.kind);
            return ", " + seat.contestant.name + ": " + e.getMessage();
        }
    }
}
