/* extensions: other programs' content in a game file: their attributes, and their elements in
 * `extension`. It survives loading and saving as long as the element that it belongs to does.
 *
 * To that end the loaded tree is kept, with the element of each turn and each square. One thread at
 * a time may use an XmlExtensions. */
#ifndef MISERE_FILES_XML_EXTENSIONS_H
#define MISERE_FILES_XML_EXTENSIONS_H

#include "rules/turn.h"

#include <stdio.h>

#include <libxml/tree.h>

/* Our namespace, for what the course's format cannot express. Elements in the game's extension:
 * `start` (attributes `fen`, and `after`: the number of moves before it), `players` (`white`,
 * `black`) and `forfeit` (`loser`, `reason`). Attributes: `promotion` of a move, `reason` of
 * gameOver. */
#define OWN_NAMESPACE "urn:misere:game"
#define OWN_PREFIX    "misere"

typedef enum {
    ELEMENT_GAME,
    ELEMENT_TIME,
    ELEMENT_HISTORY,
    ELEMENT_MOVE,
    ELEMENT_OLD_MOVE, /* a move before the game's start, written back unchanged */
    ELEMENT_PIECES,
    ELEMENT_SQUARE,
    ELEMENT_ANTIKING, /* a square with an anti-king: we write its attribute `antiking` */
    ELEMENT_GAME_OVER,
    ELEMENT_EXTENSION,
} ElementKind;

typedef struct {
    Turn turn;
    xmlNode *element; /* the turn's <move>; for a forced pass, which has none, the next turn's */
} LoadedTurn;

/* The elements are owned by `doc`. */
typedef struct XmlExtensions {
    xmlDoc *doc;
    xmlNode *game;
    xmlNode *time;
    xmlNode *history;
    xmlNode *pieces;
    xmlNode *over;   /* the game's <gameOver>, or NULL */
    xmlNode **moves; /* all <move>s, in order */
    int move_count;
    int moves_before_start; /* number of moves before the game's start */
    LoadedTurn *turns;      /* the turns of the game as it was loaded */
    int turn_count;
    xmlNode *squares[SQUARES];
    uint8_t board[SQUARES]; /* the loaded pieces; NO_PIECE where squares[] is NULL */
    char prefix[24];        /* the prefix of our namespace; the document uses it for no other */
} XmlExtensions;

/* Takes ownership of a valid document. The caller fills the fields from `moves_before_start` to
 * `board`. If out of memory, frees the document and returns NULL. */
XmlExtensions *xml_extensions_new(xmlDoc *doc);

/* NULL is allowed. */
void xml_extensions_free(XmlExtensions *extensions);

/* Did we write everything in the loaded document? */
bool xml_extensions_is_empty(const XmlExtensions *extensions);

/* The value of an attribute without a namespace, and of one in our namespace; NULL if the element
 * lacks it. */
const char *xml_attribute(const xmlNode *element, const char *name);
const char *xml_own_attribute(const xmlNode *element, const char *name);

/* The first element in the game's extension with this name in our namespace, or NULL. */
const xmlNode *xml_extensions_own_element(const XmlExtensions *extensions, const char *name);

/* The element's extension, if it has content that is not ours; else NULL. The element may be NULL.
 */
const xmlNode *xml_extension_element(const xmlNode *element);

/* Does the extension have an element that is not ours? */
bool xml_extension_has_elements(const xmlNode *extension);

/* Does the root element declare `prefix`? */
bool xml_extensions_declare_prefix(const XmlExtensions *extensions);

/* --- writing back; with an XmlHeap in use --- */

/* Writes the prefixes that the element declares, and its attributes that are not ours. Writes
 * nothing for NULL. */
void xml_extensions_write_attributes(FILE *out, const xmlNode *element, ElementKind kind);

/* Writes the elements of an extension that are not ours, each on its own lines. Returns false if
 * out of memory. */
bool xml_extensions_write_elements(FILE *out, const xmlNode *extension, int indent);

#endif
