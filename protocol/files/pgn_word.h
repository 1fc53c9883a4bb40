/* pgn_word: the words of PGN's movetext, as people and many programs write them. Thread-safe. */
#ifndef MISERE_FILES_PGN_WORD_H
#define MISERE_FILES_PGN_WORD_H

#include <stdbool.h>

/* Spells a word of UTF-8 in ASCII where that is possible, in place: figurines as letters, every
 * dash as '-', fractions, crosses, ellipses, a promotion's `/` as `=`. */
void pgn_word_spell(char *word);

/* The result that the word states, in PGN's spelling: "1-0" also for 1:0, "1/2-1/2" also for 1/2.
 * NULL if it is none. */
const char *pgn_word_result(const char *word);

/* The word after its move number and dots, if it begins with these. */
const char *pgn_word_after_number(const char *word);

/* The glyph that the whole word is: 1 for !, 10 for =, 146 for N, and so on; 0 if it is none. */
int pgn_word_glyph(const char *word);

/* Cuts a mark off the end of a word that begins with something else, and returns its glyph; 0 if
 * there is none. */
int pgn_word_cut_glyph(char *word);

/* Does the word say only that a capture was en passant? */
bool pgn_word_is_en_passant(const char *word);

/* Is the word meant as a turn, if perhaps a wrong one? */
bool pgn_word_is_turn(const char *word);

#endif
