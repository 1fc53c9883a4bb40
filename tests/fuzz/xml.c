/* The course's XML files. Input: the file.
 *
 * What is read passes the checks of support/games.h; errors name the file and the line. What is
 * read, and what is written of it, is valid by the schemas when libxml2 validates it as a whole
 * document, not as a stream as our reader does. */
#include "files/gamefile.h"
#include "files/xml/schemas.h"
#include "fuzz/support/fuzz.h"
#include "fuzz/support/games.h"

#include <libxml/xmlschemas.h>
#include <string.h>

static void ignore_error(void *context, const char *format, ...) {
}

static xmlSchema *compile(const char *text) {
    xmlSchemaParserCtxt *context = xmlSchemaNewMemParserCtxt(text, (int)strlen(text));
    xmlSchema *schema = xmlSchemaParse(context);
    FUZZ_CHECK(schema, "the schema is not valid");
    xmlSchemaFreeParserCtxt(context);
    return schema;
}

static void check_valid(const Ruleset *rules, const char *bytes, size_t size) {
    static xmlSchema *schemas[2];
    xmlSchema **schema = &schemas[rules->schema_2003];
    if (!*schema)
        *schema = compile(rules->schema_2003 ? SCHEMA_ANTICHESS_2003 : SCHEMA_ANTICHESS);
    xmlDoc *document = xmlReadMemory(bytes, (int)size, NULL, NULL,
                                     XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    FUZZ_CHECK(document, "not well-formed:\n%.*s", (int)size, bytes);
    xmlSchemaValidCtxt *context = xmlSchemaNewValidCtxt(*schema);
    xmlSchemaSetValidErrors(context, ignore_error, ignore_error, NULL);
    FUZZ_CHECK(xmlSchemaValidateDoc(context, document) == 0, "not valid:\n%.*s", (int)size, bytes);
    xmlSchemaFreeValidCtxt(context);
    xmlFreeDoc(document);
}

/* Does the text begin like a 1994 board? */
static bool is_board(const char *text) {
    text += strspn(text, " \t\r\n");
    return *text == 'W' || *text == 'B';
}

static void check_file(const char *bytes, size_t size) {
    StoredGame stored;
    char *text;
    size_t length;
    if (is_board(bytes) || !gamefile_parse("file", bytes, size, &stored, NULL))
        return;
    check_valid(stored.game.now.rules, bytes, size);
    FILE *out = open_memstream(&text, &length);
    bool is_written = gamefile_print(out, &stored, NULL);
    fclose(out);
    if (is_written)
        check_valid(stored.game.now.rules, text, length);
    free(text);
    stored_game_free(&stored);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size}, same = input;
    fuzz_check_games(GAMES_XML, &input, NULL);
    char *bytes = fuzz_rest(&same, &size);
    check_file(bytes, size);
    free(bytes);
    return 0;
}
