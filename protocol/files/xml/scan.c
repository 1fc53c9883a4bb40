#include "files/xml/scan.h"

#include "base/text.h"

#include <stdbool.h>
#include <string.h>

/* peek returns BEYOND_ASCII for every character beyond ASCII: which one it is does not matter
 * here. */
enum { BEYOND_ASCII = 0x80, END = -1 };

typedef struct {
    const unsigned char *at;
    const unsigned char *end;
    bool wide;       /* UTF-16 */
    bool big_endian; /* is UTF-16 big-endian? */
    int line;
    int nul_line; /* line of the first NUL; 0: none yet */
} Scan;

static int peek(Scan *scan) {
    if (scan->end - scan->at < 1 + scan->wide)
        return END;
    int c = *scan->at;
    if (scan->wide)
        c = scan->big_endian ? scan->at[0] << 8 | scan->at[1] : scan->at[1] << 8 | scan->at[0];
    return c < BEYOND_ASCII ? c : BEYOND_ASCII;
}

static int next(Scan *scan) {
    int c = peek(scan);
    if (c != END)
        scan->at += 1 + scan->wide;
    scan->line += c == '\n';
    if (c == '\0' && scan->nul_line == 0)
        scan->nul_line = scan->line;
    return c;
}

/* Moves past `text` if it comes next. */
static bool skip(Scan *scan, const char *text) {
    Scan ahead = *scan;
    while (*text)
        if (next(&ahead) != *text++)
            return false;
    *scan = ahead;
    return true;
}

/* Moves past the next occurrence of a text such as "-->", or to the end. */
static void skip_past(Scan *scan, const char *text) {
    while (!skip(scan, text))
        if (next(scan) == END)
            return;
}

static bool is_blank(int c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_blanks(Scan *scan) {
    while (is_blank(peek(scan)))
        next(scan);
}

/* --- the encoding, which this scan and the parser must decode alike --- */

static Scan scan_start(const char *bytes, size_t size) {
    const unsigned char *at = (const unsigned char *)bytes;
    Scan scan = {.at = at, .end = at + size, .line = 1};
    if (size >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) {
        scan.at += 3;
    } else if (size >= 2 && (memcmp(at, "\xff\xfe", 2) == 0 || memcmp(at, "\xfe\xff", 2) == 0)) {
        scan.wide = true;
        scan.big_endian = *at == 0xfe;
        scan.at += 2;
    } else if (size >= 4 && (memcmp(at, "<\0?", 4) == 0 || memcmp(at, "\0<\0?", 4) == 0)) {
        scan.wide = true;
        scan.big_endian = *at == 0;
    }
    return scan;
}

static bool has_prefix(const char *name, const char *prefix) {
    return text_starts_ignoring_case(name, prefix);
}

static bool encoding_is_known(const Scan *scan, const char *name) {
    if (scan->wide)
        return text_equal_ignoring_case(name, "UTF-16") ||
               text_equal_ignoring_case(name, scan->big_endian ? "UTF-16BE" : "UTF-16LE");
    return text_equal_ignoring_case(name, "UTF-8") || text_equal_ignoring_case(name, "US-ASCII") ||
           has_prefix(name, "ISO-8859-") || has_prefix(name, "windows-125");
}

/* Reads `name = "value"`, both truncated to fit. Returns false if something else comes next. */
static bool read_attribute(Scan *scan, char name[32], char value[32]) {
    size_t length = 0;
    skip_blanks(scan);
    for (; peek(scan) > ' ' && peek(scan) != '='; next(scan))
        if (length < 31)
            name[length++] = (char)peek(scan);
    name[length] = '\0';
    skip_blanks(scan);
    if (next(scan) != '=')
        return false;
    skip_blanks(scan);
    int quote = next(scan);
    if (quote != '"' && quote != '\'')
        return false;
    length = 0;
    for (int c; (c = next(scan)) != quote;) {
        if (c == END)
            return false;
        if (length < 31)
            value[length++] = (char)c;
    }
    value[length] = '\0';
    return true;
}

/* Is the encoding supported? True if the XML declaration names none. */
static bool declaration_is_fine(Scan scan) {
    char name[32], value[32];
    if (!skip(&scan, "<?xml") || !is_blank(peek(&scan)))
        return true;
    while (read_attribute(&scan, name, value))
        if (strcmp(name, "encoding") == 0 && !encoding_is_known(&scan, value))
            return false;
    return true;
}

/* --- the elements --- */

/* Moves past a start tag, after its '<'. Returns its number of attributes. */
static int scan_start_tag(Scan *scan, bool *empty) {
    int attributes = 0, last = 0;
    for (int c; (c = next(scan)) != '>' && c != END; last = c) {
        attributes += c == '=';
        if (c == '"' || c == '\'')
            for (int quoted; (quoted = next(scan)) != c;)
                if (quoted == END)
                    return attributes;
    }
    *empty = last == '/';
    return attributes;
}

static const char *scan_elements(Scan *scan) {
    int attributes[XML_SCAN_DEPTH_MAX + 1] = {0}; /* [depth]: sum over the open elements */
    int depth = 0;
    for (int c; (c = next(scan)) != END;) {
        if (c != '<')
            continue;
        if (skip(scan, "!--")) {
            skip_past(scan, "-->");
        } else if (skip(scan, "![CDATA[")) {
            skip_past(scan, "]]>");
        } else if (skip(scan, "?")) {
            skip_past(scan, "?>");
        } else if (skip(scan, "!")) {
            return NULL; /* a DOCTYPE, which the parser refuses */
        } else if (skip(scan, "/")) {
            skip_past(scan, ">");
            if (--depth < 0)
                return NULL; /* the parser refuses this as well */
        } else {
            bool empty = false;
            if (depth == XML_SCAN_DEPTH_MAX)
                return "elements are nested too deeply";
            attributes[depth + 1] = attributes[depth] + scan_start_tag(scan, &empty);
            if (attributes[depth + 1] > XML_SCAN_ATTRIBUTES_MAX)
                return "too many attributes";
            depth += !empty;
        }
    }
    return NULL;
}

const char *xml_scan_check(const char *bytes, size_t size, int *line) {
    Scan scan = scan_start(bytes, size);
    *line = 1;
    if (scan.wide && size % 2 != 0)
        return "half a UTF-16 character at the end";
    if (!declaration_is_fine(scan))
        return "the encoding is not supported";
    const char *reason = scan_elements(&scan);
    *line = scan.nul_line ? scan.nul_line : scan.line;
    return scan.nul_line ? "a NUL character" : reason;
}
