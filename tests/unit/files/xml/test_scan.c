/* The scan before a document is parsed: nesting, attributes, encodings, NUL characters, lines. */
#include "unit/testing.h"

#include "files/xml/scan.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char DEEP[] = "elements are nested too deeply", MANY[] = "too many attributes";
static const char ENCODING[] = "the encoding is not supported";
static const char NUL[] = "a NUL character", HALF[] = "half a UTF-16 character at the end";

/* Checks that the bytes are refused for `reason`, or accepted if it is NULL. Returns the line of
 * the error. */
static int check_bytes(const char *bytes, size_t size, const char *reason) {
    int line = -1;
    char *copy =
        malloc(size ? size : 1); /* exactly large enough, so that ASan notices reads past the end */
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    const char *found = xml_scan_check(copy, size, &line), *wanted = reason ? reason : "fine";
    free(copy);
    if (strcmp(found ? found : "fine", wanted) != 0)
        fail_msg("%.60s: %s, not %s", bytes, found ? found : "fine", wanted);
    return line;
}

static int check(const char *text, const char *reason) {
    return check_bytes(text, strlen(text), reason);
}

/* Calls check_scan for a text made of `before`, `times` times `part`, and `after`. */
static int check_repeated(const char *before, const char *part, int times, const char *after,
                          const char *reason) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs(before, out);
    for (int i = 0; i < times; i++)
        fputs(part, out);
    fputs(after, out);
    assert_int_equal(fclose(out), 0);
    int line = check_bytes(text, size, reason);
    free(text);
    return line;
}

/* --- elements and attributes --- */

static void test_harmless_texts(void **state) {
    static const char *const FINE[] = {
        "",
        "<a/>",
        "<?xml version='1.0'?><a b='c'><d/>text</a>",
        "no markup at all",
        /* Not well formed, but that is for the parser to report. */
        "<",
        "<a",
        "<a b='",
        "<!-- never closed",
        "<![CDATA[ never closed",
        "<? never closed",
        "</a></a></a>",
        "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>",
    };
    for (size_t i = 0; i < sizeof FINE / sizeof *FINE; i++)
        check(FINE[i], NULL);
}

static void test_depth(void **state) {
    check_repeated("", "<a>", XML_SCAN_DEPTH_MAX, "", NULL);
    check_repeated("", "<a>", XML_SCAN_DEPTH_MAX + 1, "", DEEP);
    check_repeated("", "<a>", XML_SCAN_DEPTH_MAX, "<b/>", DEEP);
    check_repeated("", "<a>", XML_SCAN_DEPTH_MAX - 1, "<b/><b/><b/>", NULL);
    /* Consecutive elements are not nested. */
    check_repeated("<a>", "<b></b>", 10 * XML_SCAN_DEPTH_MAX, "</a>", NULL);
    check_repeated("<a>", "<b/>", 10 * XML_SCAN_DEPTH_MAX, "</a>", NULL);
}

static void test_attributes(void **state) {
    check_repeated("<a", " b='c'", XML_SCAN_ATTRIBUTES_MAX, "/>", NULL);
    check_repeated("<a", " b='c'", XML_SCAN_ATTRIBUTES_MAX + 1, "/>", MANY);
    /* Attributes of enclosing elements count too; attributes of closed elements do not. */
    check_repeated("<o p=''><a", " b='c'", XML_SCAN_ATTRIBUTES_MAX - 1, "/></o>", NULL);
    check_repeated("<o p=''><a", " b='c'", XML_SCAN_ATTRIBUTES_MAX, "/></o>", MANY);
    check_repeated("<o p=''></o><a", " b='c'", XML_SCAN_ATTRIBUTES_MAX, "/>", NULL);
    check_repeated("<o p=''/><a", " b='c'", XML_SCAN_ATTRIBUTES_MAX, "/>", NULL);
    check_repeated("", "<a b='1' c='2'>", XML_SCAN_ATTRIBUTES_MAX / 2, "", NULL);
    check_repeated("", "<a b='1' c='2'>", XML_SCAN_ATTRIBUTES_MAX / 2, "<d e=''/>", MANY);
}

/* Text that looks like elements or attributes but is neither. */
static void test_what_is_no_element(void **state) {
    check_repeated("<a><!--", "<b>", 1000, "--></a>", NULL);
    check_repeated("<a><![CDATA[", "<b>", 1000, "]]></a>", NULL);
    check_repeated("<a><?b ", "<b>", 1000, "?></a>", NULL);
    check_repeated("<a b='", "<c>=", 1000, "'/>", NULL);
    check_repeated("<a b=\"", "='>", 1000, "\"/>", NULL);
    check_repeated("<a>", "b='c' ", 1000, "</a>", NULL);
    /* Comments and CDATA sections end where the parser ends them. */
    check_repeated("<!-- -> -- > -->", "<b>", XML_SCAN_DEPTH_MAX + 1, "", DEEP);
    check_repeated("<a><![CDATA[ ]] > ]]]>", "<b>", XML_SCAN_DEPTH_MAX, "", DEEP);
    check_repeated("<?a ? > ?>", "<b>", XML_SCAN_DEPTH_MAX + 1, "", DEEP);
    check_repeated("<a b='>' c=\"/>\">", "<b>", XML_SCAN_DEPTH_MAX, "", DEEP);
    /* The parser stops at a document type declaration. */
    check_repeated("<!DOCTYPE a>", "<b>", XML_SCAN_DEPTH_MAX + 1, "", NULL);
}

/* --- encodings --- */

static void test_encodings(void **state) {
    static const char *const KNOWN[] = {"UTF-8",      "utf-8",       "US-ASCII",
                                        "ISO-8859-1", "iso-8859-15", "windows-1252"};
    static const char *const UNKNOWN[] = {"UTF-7", "EBCDIC-US", "UTF-16", "UTF-32", "UTF-8x", ""};
    char text[128];
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        snprintf(text, sizeof text, "<?xml version='1.0' encoding='%s'?><a/>", KNOWN[i]);
        check(text, NULL);
    }
    for (size_t i = 0; i < sizeof UNKNOWN / sizeof *UNKNOWN; i++) {
        snprintf(text, sizeof text, "<?xml version = \"1.0\"\n encoding = \"%s\"?><a/>",
                 UNKNOWN[i]);
        assert_int_equal(check(text, ENCODING), 1);
    }
    check("\xef\xbb\xbf<?xml version='1.0' encoding='UTF-8'?><a/>", NULL);
    check("\xef\xbb\xbf<?xml version='1.0' encoding='UTF-7'?><a/>", ENCODING);
    /* Names and values are compared as far as they matter. */
    check("<?xml version='1.0' a123456789012345678901234567890123456789='x' encoding='UTF-7'?><a/>",
          ENCODING);
    check("<?xml version='1.0' encoding='windows-1252-and-much-more-than-any-encoding'?><a/>",
          NULL);
    /* Only the XML declaration names an encoding. */
    check("<?xmlish encoding='UTF-7'?><a encoding='UTF-7'/>", NULL);
}

/* Writes ASCII as UTF-16, with a byte order mark if `mark`. Returns the size. */
static size_t widen(const char *text, bool big_endian, bool mark, char *bytes) {
    size_t size = 0;
    if (mark) {
        memcpy(bytes, big_endian ? "\xfe\xff" : "\xff\xfe", 2);
        size = 2;
    }
    for (; *text; text++) {
        bytes[size + big_endian] = *text;
        bytes[size + !big_endian] = '\0';
        size += 2;
    }
    return size;
}

static void test_utf16(void **state) {
    char bytes[4096], deep[XML_SCAN_DEPTH_MAX * 3 + 64] = "<?xml version='1.0'?>\n";
    for (int i = 0; i <= XML_SCAN_DEPTH_MAX; i++)
        strcat(deep, "<a>");
    for (int big = 0; big <= 1; big++)
        for (int mark = 0; mark <= 1; mark++) {
            size_t size =
                widen("<?xml version='1.0' encoding='UTF-16'?>\n<a b='c'/>", big, mark, bytes);
            check_bytes(bytes, size, NULL);
            check_bytes(bytes, size - 1, HALF);
            size = widen(big ? "<?xml version='1.0' encoding='UTF-16BE'?><a/>"
                             : "<?xml version='1.0' encoding='UTF-16LE'?><a/>",
                         big, mark, bytes);
            check_bytes(bytes, size, NULL);
            check_bytes(bytes,
                        widen("<?xml version='1.0' encoding='UTF-8'?><a/>", big, mark, bytes),
                        ENCODING);
            check_bytes(bytes, widen(deep, big, mark, bytes), DEEP);
        }
    /* The byte order is not the one that the declaration names. */
    size_t size = widen("<?xml version='1.0' encoding='UTF-16BE'?><a/>", false, true, bytes);
    check_bytes(bytes, size, ENCODING);
}

/* --- NUL characters and lines --- */

static void test_nul_characters(void **state) {
    static const char TEXT[] = "<a>\n\n\0\n</a>\0", EARLY[] = "\0";
    assert_int_equal(check_bytes(TEXT, sizeof TEXT - 1, NUL), 3);
    assert_int_equal(check_bytes(EARLY, 1, NUL), 1);
    /* In UTF-16 a NUL character is two zero bytes. */
    char bytes[64];
    size_t size = widen("<a>\n</a>", false, true, bytes);
    check_bytes(bytes, size, NULL);
    bytes[size - 2] = '\0';
    assert_int_equal(check_bytes(bytes, size, NUL), 2);
}

static void test_lines(void **state) {
    assert_int_equal(check_repeated("", "\n<a>", XML_SCAN_DEPTH_MAX + 1, "\n\n", DEEP),
                     XML_SCAN_DEPTH_MAX + 2);
    assert_int_equal(check_repeated("\n<!--\n--><b\n", " c=''", 300, "\n>\n\n", MANY), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_harmless_texts), cmocka_unit_test(test_depth),
        cmocka_unit_test(test_attributes),     cmocka_unit_test(test_what_is_no_element),
        cmocka_unit_test(test_encodings),      cmocka_unit_test(test_utf16),
        cmocka_unit_test(test_nul_characters), cmocka_unit_test(test_lines),
    };
    return test_run("scan", tests);
}
