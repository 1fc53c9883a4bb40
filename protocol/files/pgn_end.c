#include "files/pgn_end.h"

#include "base/text.h"
#include "base/utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef enum { END_UNKNOWN, END_RESIGNED, END_ON_TIME, END_FORFEITED } End;

typedef struct {
    const char *words;
    End end;
} EndWords;

/* Phrases anywhere in the tag Termination that say how a player lost. */
static const EndWords TAG_WORDS[] = {
    {"time forfeit", END_ON_TIME},  {"on time", END_ON_TIME},   {"timeout", END_ON_TIME},
    {"resign", END_RESIGNED},       {"abandon", END_FORFEITED}, {"rules infraction", END_FORFEITED},
    {"adjudication", END_FORFEITED}};

/* The same for the end of the last comment, as FICS, Lichess, XBoard and Cute Chess write it. An
 * annotator's comment is unlikely to end like this. */
static const EndWords LAST_WORDS[] = {
    {"resignation", END_RESIGNED},   {" resigns", END_RESIGNED},
    {" resigned", END_RESIGNED},     {" on time", END_ON_TIME},
    {" time out", END_ON_TIME},      {" by disconnection", END_FORFEITED},
    {" disconnects", END_FORFEITED}, {" left the game", END_FORFEITED}};

static CommentList *last_comments(StoredGame *stored) {
    int count = stored->game.count, last = count > 0 ? count - 1 : 0;
    TurnNotes *notes = stored_game_find_notes(stored, last);
    return !notes ? NULL : count > 0 ? &notes->after : &notes->before;
}

/* The last comment of the game; "" if there is none. */
static const char *last_comment(StoredGame *stored) {
    const CommentList *comments = last_comments(stored);
    return comments && comments->count > 0 ? comments->texts[comments->count - 1] : "";
}

static void remove_last_comment(StoredGame *stored) {
    CommentList *comments = last_comments(stored);
    free(comments->texts[--comments->count]);
}

static End end_of_tag(const char *termination) {
    for (size_t i = 0; i < sizeof TAG_WORDS / sizeof *TAG_WORDS; i++)
        if (text_find_ignoring_case(termination, TAG_WORDS[i].words))
            return TAG_WORDS[i].end;
    return END_UNKNOWN;
}

static End end_of_comment(const char *comment) {
    char sentence[FORFEIT_REASON_SIZE];
    size_t length = strlen(comment);
    if (length >= sizeof sentence)
        return END_UNKNOWN;
    strcpy(sentence, comment);
    if (length > 0 && sentence[length - 1] == '.')
        sentence[length - 1] = '\0';
    for (size_t i = 0; i < sizeof LAST_WORDS / sizeof *LAST_WORDS; i++)
        if (text_ends_ignoring_case(sentence, LAST_WORDS[i].words))
            return LAST_WORDS[i].end;
    return END_UNKNOWN;
}

/* Is the comment the reason of a forfeit in our words, perhaps with a detail after it? */
static bool is_own_reason(const char *comment) {
    for (int kind = TERMINATION_TIME_FORFEIT + 1; kind < TERMINATION_KINDS; kind++) {
        const char *words = termination_words((TerminationKind)kind);
        if (text_starts(comment, words) && !isalnum((unsigned char)comment[strlen(words)]))
            return strlen(comment) < FORFEIT_REASON_SIZE;
    }
    return false;
}

/* Records the forfeit. A comment with the reason in our words is no longer a comment; any other
 * one stays. */
static void forfeit(StoredGame *stored, Colour loser, const char *reason) {
    const char *comment = last_comment(stored);
    bool is_own = is_own_reason(comment);
    stored->forfeit.loser = loser;
    stored->forfeit.is_told = !is_own;
    utf8_copy(stored->forfeit.reason, FORFEIT_REASON_SIZE, is_own ? comment : reason);
    if (is_own)
        remove_last_comment(stored);
}

/* A player has run out of time where the other one can never win: usually the player to move. */
static void expire_in_a_draw(StoredGame *stored) {
    Game *game = &stored->game;
    game_expire(game, (Colour)game->now.player);
    if (!game_outcome(game).drawn)
        game->time_expired = false;
}

static void explain_draw(StoredGame *stored, End end) {
    stored->game.tournament_draws = true;
    if (end == END_ON_TIME)
        expire_in_a_draw(stored);
    stored->game.tournament_draws = outcome_is_over(game_outcome(&stored->game));
}

static void explain_loss(StoredGame *stored, Colour loser, End end, const char *reason) {
    switch (end) {
    case END_UNKNOWN:
        break;
    case END_RESIGNED:
        forfeit(stored, loser, termination_words(TERMINATION_RESIGNATION));
        break;
    case END_ON_TIME:
        game_expire(&stored->game, loser);
        break;
    case END_FORFEITED:
        forfeit(stored, loser, reason);
        break;
    }
}

void pgn_end_explain(StoredGame *stored) {
    const char *termination = stored_game_tag(stored, "Termination");
    const char *result = stored->result;
    End by_tag = end_of_tag(termination);
    if (strcmp(result, "1/2-1/2") == 0)
        explain_draw(stored, by_tag);
    else if (strcmp(result, "1-0") == 0 || strcmp(result, "0-1") == 0) {
        const char *comment = last_comment(stored);
        Colour loser = strcmp(result, "1-0") == 0 ? BLACK : WHITE;
        if (by_tag != END_UNKNOWN)
            explain_loss(stored, loser, by_tag, termination);
        else
            explain_loss(stored, loser, end_of_comment(comment), comment);
    }
}
