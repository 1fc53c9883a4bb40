#include "rules/outcome_text.h"

#include <stdio.h>
#include <string.h>

/* A colour as the subject of a sentence, with the forms of words that go with it. */
typedef struct {
    const char *name, *has, *is, *its;
} Subject;

static Subject subject_of(Colour colour, Reader reader) {
    if (reader == NAMED_BY_COLOUR)
        return (Subject){position_colour_name(colour), "has", "is", "its"};
    if (colour == (reader == READER_IS_WHITE ? WHITE : BLACK))
        return (Subject){"you", "have", "are", "your"};
    return (Subject){"the computer", "has", "is", "its"};
}

static void explain_pieces(const Position *pos, Colour winner, Subject who, char *text) {
    int left = popcount(pos->by_colour[winner]);
    if (left == 0)
        snprintf(text, OUTCOME_TEXT_SIZE, "%s %s no pieces left", who.name, who.has);
    else if (left == 1)
        snprintf(text, OUTCOME_TEXT_SIZE, "%s %s only %s king left", who.name, who.has, who.its);
    else
        snprintf(text, OUTCOME_TEXT_SIZE, "%s %s only %s pieces left", who.name, who.has,
                 left == 2 ? "two" : "three");
}

static void explain_stalemate(const Position *pos, Outcome outcome, Reader reader, char *text) {
    StalemateRule rule = pos->rules->stalemate;
    Subject stalemated = subject_of((Colour)pos->side, reader);
    Subject winner = subject_of(outcome.winner, reader);
    if (rule == STALEMATE_LOSES_TURN)
        snprintf(text, OUTCOME_TEXT_SIZE, "neither side can ever move");
    else if (rule != STALEMATE_FEWER_WINS)
        snprintf(text, OUTCOME_TEXT_SIZE, "%s %s stalemated", stalemated.name, stalemated.is);
    else if (outcome.drawn)
        snprintf(text, OUTCOME_TEXT_SIZE,
                 "%s %s stalemated, and both sides have the same number of pieces", stalemated.name,
                 stalemated.is);
    else
        snprintf(text, OUTCOME_TEXT_SIZE, "%s %s stalemated, and %s %s fewer pieces",
                 stalemated.name, stalemated.is, winner.name, winner.has);
}

static void explain_checkmate(const Position *pos, Colour winner, Reader reader, char *text) {
    Colour mated = pos->rules->mate == MATED_WINS ? winner : other(winner);
    Subject who = subject_of(mated, reader);
    snprintf(text, OUTCOME_TEXT_SIZE, "%s %s checkmated", who.name, who.is);
}

/* Does a side win here that would lose or draw in chess? */
static bool wins_by_misery(const Position *pos, Outcome outcome) {
    return !outcome.drawn && (outcome.reason == PIECES_LOST || outcome.reason == STALEMATE ||
                              (outcome.reason == CHECKMATE && pos->rules->mate == MATED_WINS));
}

static void explain(const Position *pos, Outcome outcome, Reader reader, char *text) {
    Subject loser = subject_of(other(outcome.winner), reader);
    Subject winner = subject_of(outcome.winner, reader);
    switch (outcome.reason) {
    case PIECES_LOST:
        explain_pieces(pos, outcome.winner, winner, text);
        break;
    case CHECKMATE:
        explain_checkmate(pos, outcome.winner, reader, text);
        break;
    case STALEMATE:
        explain_stalemate(pos, outcome, reader, text);
        break;
    case TIME_EXPIRED:
        snprintf(text, OUTCOME_TEXT_SIZE, "%s %s run out of time%s%s%s", loser.name, loser.has,
                 outcome.drawn ? ", but " : "", outcome.drawn ? winner.name : "",
                 outcome.drawn ? " can never win" : "");
        break;
    case THREEFOLD:
        snprintf(text, OUTCOME_TEXT_SIZE, "threefold repetition");
        break;
    case FIFTY:
        snprintf(text, OUTCOME_TEXT_SIZE,
                 "fifty moves by each side without a capture or a pawn move");
        break;
    case INSUFFICIENT_MATERIAL:
        snprintf(text, OUTCOME_TEXT_SIZE, "nothing can ever be captured");
        break;
    case PLAYING:
    case REASONS:
        break;
    }
}

void outcome_explain(const Position *pos, Outcome outcome, Reader reader,
                     char text[OUTCOME_TEXT_SIZE]) {
    explain(pos, outcome, reader, text);
    if (reader != NAMED_BY_COLOUR && wins_by_misery(pos, outcome))
        strcat(text, ", which wins");
}
