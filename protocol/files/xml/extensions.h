/* extensions: what a loaded game file holds besides the game: attributes and extensions of
 * others. It survives loading and saving, as far as what it hangs on does.
 *
 * It keeps the loaded tree, and remembers which element every turn and every square came from. */
#ifndef MISERE_FILES_XML_EXTENSIONS_H
#define MISERE_FILES_XML_EXTENSIONS_H

#include "rules/turn.h"

#include <stdio.h>

#include <libxml/tree.h>

/* The namespace in which we write what the course's format has no word for. Elements in the
 * game's extension: `start` (attribute `fen`; `after`: how many of the moves came before it),
 * `players` (`white`, `black`) and `forfeit` (`loser`, `reason`). Attributes: `promotion` of a
 * move, `reason` of gameOver. */
#define OWN_NAMESPACE "urn:misere:game"
#define OWN_PREFIX    "misere"

typedef enum {
    ELEMENT_GAME,
    ELEMENT_TIME,
    ELEMENT_HISTORY,
    ELEMENT_MOVE,
    ELEMENT_OLD_MOVE, /* one before the game's start: nothing in it is ours to write */
    ELEMENT_PIECES,
    ELEMENT_SQUARE,
    ELEMENT_ANTIKING, /* a square with an anti-king: its attribute `antiking` is ours to write */
    ELEMENT_GAME_OVER,
    ELEMENT_EXTENSION,
} ElementKind;

typedef struct {
    Turn turn;
    xmlNode *element; /* its <move>; for a forced pass, which has none, the next */
} LoadedTurn;

/* Elements belong to `doc`. */
typedef struct XmlExtensions {
    xmlDoc *doc;
    xmlNode *game;
    xmlNode *time;
    xmlNode *history;
    xmlNode *pieces;
    xmlNode *over;   /* NULL if the file has none */
    xmlNode **moves; /* all, in order */
    int move_count;
    int moves_before_start; /* that many moves came before the game's start */
    LoadedTurn *turns;      /* the turns of the game as it was loaded */
    int turn_count;
    xmlNode *squares[SQUARES];
    uint8_t board[SQUARES]; /* what was loaded; NO_PIECE where squares[] is NULL */
    char prefix[24];        /* one that stands for our namespace, wherever we write it */
} XmlExtensions;

/* Takes a valid document over; the fields from `moves_before_start` to `board` are for the caller
 * to fill. Returns NULL, the document freed, without memory. */
XmlExtensions *xml_extensions_new(xmlDoc *doc);

/* May be NULL. */
void xml_extensions_free(XmlExtensions *extensions);

/* Is there nothing worth keeping? */
bool xml_extensions_is_empty(const XmlExtensions *extensions);

/* An attribute without a namespace, or one in ours; NULL if there is none. */
const char *xml_attribute(const xmlNode *element, const char *name);
const char *xml_own_attribute(const xmlNode *element, const char *name);

/* The first element of that name in our namespace in the game's extension, or NULL. */
const xmlNode *xml_extensions_own_element(const XmlExtensions *extensions, const char *name);

/* The element's extension, if it holds something that is not ours; else NULL, as for NULL. */
const xmlNode *xml_extension_element(const xmlNode *element);

/* Holds the extension an element that is not ours? */
bool xml_extension_has_elements(const xmlNode *extension);

/* Does the root element declare the prefix? */
bool xml_extensions_declare_prefix(const XmlExtensions *extensions);

/* --- writing back --- */

/* The prefixes that the element declares and its attributes that are not ours; for NULL nothing. */
void xml_extensions_write_attributes(FILE *out, const xmlNode *element, ElementKind kind);

/* The elements in an extension that are not ours, each on lines of its own. False without
 * memory. */
bool xml_extensions_write_elements(FILE *out, const xmlNode *extension, int indent);

#endif
