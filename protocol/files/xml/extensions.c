#include "files/xml/extensions.h"

#include "base/markup.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const char PREFIX[] = OWN_PREFIX;

static bool is_named(const xmlNode *node, const char *name) {
    return node->type == XML_ELEMENT_NODE && xmlStrEqual(node->name, BAD_CAST name);
}

static bool is_in_own_namespace(const xmlNs *ns) {
    return ns && xmlStrEqual(ns->href, BAD_CAST OWN_NAMESPACE);
}

/* --- our own attributes and elements --- */

/* The attributes that we write, by kind of element: those without a namespace, and those in our
 * namespace. */
static const struct {
    const char *plain[6];
    const char *own[3];
} OWN_ATTRIBUTES[ELEMENT_EXTENSION + 1] = {
    [ELEMENT_GAME] = {.plain = {"ruleset"}},
    [ELEMENT_TIME] = {.plain = {"timed", "initWhite", "initBlack", "currentWhite", "currentBlack"},
                      .own = {"increment"}},
    [ELEMENT_MOVE] = {.plain = {"side", "value", "time"}, .own = {"promotion", "opening"}},
    [ELEMENT_SQUARE] = {.plain = {"id", "side", "piece"}},
    [ELEMENT_ANTIKING] = {.plain = {"id", "side", "piece", "antiking"}},
    [ELEMENT_GAME_OVER] = {.plain = {"description", "winner"}, .own = {"reason"}},
};

static bool is_one_of(const char *name, const char *const *names) {
    while (*names && strcmp(name, *names) != 0)
        names++;
    return *names;
}

static bool is_our_attribute(const xmlAttr *attribute, ElementKind kind) {
    const char *name = (const char *)attribute->name;
    if (is_in_own_namespace(attribute->ns))
        return is_one_of(name, OWN_ATTRIBUTES[kind].own);
    return !attribute->ns && is_one_of(name, OWN_ATTRIBUTES[kind].plain);
}

static bool is_our_element(const xmlNode *node) {
    bool in_game = node->parent->parent == xmlDocGetRootElement(node->doc);
    return in_game && is_in_own_namespace(node->ns) &&
           (is_named(node, "start") || is_named(node, "players") || is_named(node, "forfeit"));
}

/* Does the element have attributes that are not ours? Prefixes that it declares count as well,
 * because attribute values may use them. */
static bool has_extension_attributes(const xmlNode *element, ElementKind kind) {
    for (const xmlNs *ns = element->nsDef; ns; ns = ns->next)
        if (ns->prefix && !is_in_own_namespace(ns))
            return true;
    for (const xmlAttr *a = element->properties; a; a = a->next)
        if (!is_our_attribute(a, kind))
            return true;
    return false;
}

/* --- the tree --- */

static xmlNode *child_named(const xmlNode *parent, const char *name) {
    for (xmlNode *node = parent->children; node; node = node->next)
        if (is_named(node, name))
            return node;
    return NULL;
}

/* The number in a prefix that choose_prefix could have made; 0 for any other prefix. */
static unsigned long prefix_number(const xmlChar *prefix) {
    if (!prefix || !text_starts((const char *)prefix, PREFIX))
        return 0;
    const char *digits = (const char *)prefix + strlen(PREFIX);
    size_t length = strspn(digits, "0123456789");
    if (length > 9 || digits[length])
        return 0;
    return length ? strtoul(digits, NULL, 10) : 1;
}

/* The next node of the tree in document order, or NULL. */
static const xmlNode *next_node(const xmlNode *node) {
    if (node->type == XML_ELEMENT_NODE && node->children)
        return node->children;
    while (node && !node->next)
        node = node->parent;
    return node ? node->next : NULL;
}

/* Chooses a prefix that the document never uses for a namespace other than ours. */
static void choose_prefix(XmlExtensions *extensions) {
    unsigned long taken = 0;
    for (const xmlNode *node = extensions->game; node; node = next_node(node)) {
        const xmlNs *ns = node->type == XML_ELEMENT_NODE ? node->nsDef : NULL;
        for (; ns; ns = ns->next)
            if (!is_in_own_namespace(ns) && prefix_number(ns->prefix) > taken)
                taken = prefix_number(ns->prefix);
    }
    if (taken == 0)
        snprintf(extensions->prefix, sizeof extensions->prefix, "%s", PREFIX);
    else
        snprintf(extensions->prefix, sizeof extensions->prefix, "%s%lu", PREFIX, taken + 1);
}

static bool collect_moves(XmlExtensions *extensions) {
    int count = 0;
    for (const xmlNode *node = extensions->history->children; node; node = node->next)
        count += is_named(node, "move");
    /* A forced pass, which has no <move>, may precede each move. */
    extensions->moves = malloc(((size_t)count + 1) * sizeof *extensions->moves);
    extensions->turns = malloc((2 * (size_t)count + 1) * sizeof *extensions->turns);
    if (!extensions->moves || !extensions->turns)
        return false;
    for (xmlNode *node = extensions->history->children; node; node = node->next)
        if (is_named(node, "move"))
            extensions->moves[extensions->move_count++] = node;
    return true;
}

XmlExtensions *xml_extensions_new(xmlDoc *doc) {
    XmlExtensions *extensions = calloc(1, sizeof *extensions);
    if (!extensions) {
        xmlFreeDoc(doc);
        return NULL;
    }
    extensions->doc = doc;
    if (!doc->encoding) /* else libxml2 would write non-ASCII characters as character references */
        doc->encoding = xmlStrdup(BAD_CAST "UTF-8");
    extensions->game = xmlDocGetRootElement(doc);
    extensions->time = child_named(extensions->game, "time");
    extensions->history = child_named(extensions->game, "moveHistory");
    extensions->pieces = child_named(extensions->game, "pieces");
    extensions->over = child_named(extensions->game, "gameOver");
    memset(extensions->board, NO_PIECE, sizeof extensions->board);
    choose_prefix(extensions);
    if (collect_moves(extensions))
        return extensions;
    xml_extensions_free(extensions);
    return NULL;
}

void xml_extensions_free(XmlExtensions *extensions) {
    if (!extensions)
        return;
    xmlFreeDoc(extensions->doc);
    free(extensions->moves);
    free(extensions->turns);
    free(extensions);
}

const char *xml_attribute(const xmlNode *element, const char *name) {
    for (const xmlAttr *a = element->properties; a; a = a->next)
        if (!a->ns && xmlStrEqual(a->name, BAD_CAST name))
            return a->children ? (const char *)a->children->content : "";
    return NULL;
}

const char *xml_own_attribute(const xmlNode *element, const char *name) {
    for (const xmlAttr *a = element->properties; a; a = a->next)
        if (is_in_own_namespace(a->ns) && xmlStrEqual(a->name, BAD_CAST name))
            return a->children ? (const char *)a->children->content : "";
    return NULL;
}

const xmlNode *xml_extensions_own_element(const XmlExtensions *extensions, const char *name) {
    const xmlNode *extension = child_named(extensions->game, "extension");
    for (const xmlNode *node = extension ? extension->children : NULL; node; node = node->next)
        if (is_named(node, name) && is_in_own_namespace(node->ns))
            return node;
    return NULL;
}

/* --- is anything not ours? --- */

bool xml_extension_has_elements(const xmlNode *extension) {
    for (const xmlNode *node = extension->children; node; node = node->next)
        if (node->type == XML_ELEMENT_NODE && !is_our_element(node))
            return true;
    return false;
}

const xmlNode *xml_extension_element(const xmlNode *element) {
    const xmlNode *extension = element ? child_named(element, "extension") : NULL;
    bool worth_it = extension && (xml_extension_has_elements(extension) ||
                                  has_extension_attributes(extension, ELEMENT_EXTENSION));
    return worth_it ? extension : NULL;
}

static bool is_plain(const xmlNode *element, ElementKind kind) {
    return !element ||
           (!has_extension_attributes(element, kind) && !xml_extension_element(element));
}

bool xml_extensions_is_empty(const XmlExtensions *extensions) {
    if (extensions->moves_before_start > 0 || !is_plain(extensions->game, ELEMENT_GAME) ||
        !is_plain(extensions->time, ELEMENT_TIME) ||
        !is_plain(extensions->history, ELEMENT_HISTORY) ||
        !is_plain(extensions->pieces, ELEMENT_PIECES) ||
        !is_plain(extensions->over, ELEMENT_GAME_OVER))
        return false;
    for (int i = 0; i < extensions->move_count; i++)
        if (!is_plain(extensions->moves[i], ELEMENT_MOVE))
            return false;
    for (Square s = 0; s < SQUARES; s++) {
        bool antiking =
            extensions->board[s] != NO_PIECE && piece_type(extensions->board[s]) == ANTIKING;
        if (!is_plain(extensions->squares[s], antiking ? ELEMENT_ANTIKING : ELEMENT_SQUARE))
            return false;
    }
    return true;
}

/* --- writing back --- */

static void write_attribute(FILE *out, const xmlAttr *attribute) {
    xmlChar *value = xmlNodeGetContent((const xmlNode *)attribute);
    markup_write_qualified(out, attribute->ns ? (const char *)attribute->ns->prefix : NULL,
                           (const char *)attribute->name, value ? (const char *)value : "");
    xmlFree(value);
}

/* Since entities are not expanded, libxml2 leaves an ampersand in a namespace's name as "&#38;". */
static void write_prefix(FILE *out, const xmlNs *ns) {
    static const char AMPERSAND[] = "&#38;";
    char *name = (char *)xmlStrdup(ns->href), *to = name;
    for (const char *from = name; from && *from; from++) {
        *to++ = *from;
        if (text_starts(from, AMPERSAND))
            from += strlen(AMPERSAND) - 1;
    }
    if (name)
        *to = '\0';
    markup_write_qualified(out, "xmlns", (const char *)ns->prefix, name ? name : "");
    xmlFree(name);
}

void xml_extensions_write_attributes(FILE *out, const xmlNode *element, ElementKind kind) {
    if (!element)
        return;
    for (const xmlNs *ns = element->nsDef; ns; ns = ns->next)
        if (ns->prefix)
            write_prefix(out, ns);
    for (const xmlAttr *a = element->properties; a; a = a->next)
        if (!is_our_attribute(a, kind))
            write_attribute(out, a);
}

bool xml_extensions_declare_prefix(const XmlExtensions *extensions) {
    for (const xmlNs *ns = extensions->game->nsDef; ns; ns = ns->next)
        if (xmlStrEqual(ns->prefix, BAD_CAST extensions->prefix))
            return true;
    return false;
}

static bool write_element(FILE *out, xmlNode *node, int indent) {
    xmlBuffer *text = xmlBufferCreate();
    bool written = text && xmlNodeDump(text, node->doc, node, 0, 0) >= 0;
    if (written)
        fprintf(out, "%*s%s\n", indent, "", (const char *)xmlBufferContent(text));
    xmlBufferFree(text);
    return written;
}

bool xml_extensions_write_elements(FILE *out, const xmlNode *extension, int indent) {
    bool written = true;
    for (xmlNode *node = extension->children; node && written; node = node->next)
        if (node->type == XML_ELEMENT_NODE && !is_our_element(node))
            written = write_element(out, node, indent);
    return written;
}
