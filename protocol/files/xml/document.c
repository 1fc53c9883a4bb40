#include "files/xml/document.h"

#include "files/xml/xml.h"

#include "files/model/variant.h"
#include "files/xml/heap.h"
#include "files/xml/scan.h"
#include "files/xml/schemas.h"
#include "rules/ruleset.h"

#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlIO.h>
#include <libxml/xmlschemas.h>

#if LIBXML_VERSION >= 21200
typedef const xmlError XmlError;
#else
typedef xmlError XmlError;
#endif

/* libxml2 takes time that grows with the square of the number of different names. */
enum { NAMES_MAX_BYTES = 1 << 20 };

enum { SCHEMA_PLAIN, SCHEMA_2003, SCHEMAS };

/* Written only by xml_init and xml_quit, while no document is being read. */
static xmlSchema *schemas[SCHEMAS];
static xmlExternalEntityLoader default_loader;

/* --- preparation --- */

/* A second safeguard: the options of every parse already forbid external entities. */
static xmlParserInput *load_nothing(const char *url, const char *id, xmlParserCtxt *context) {
    (void)url;
    (void)id;
    (void)context;
    return NULL;
}

static xmlSchema *compile(const char *text) {
    xmlSchemaParserCtxt *context = xmlSchemaNewMemParserCtxt(text, (int)strlen(text));
    xmlSchema *schema = context ? xmlSchemaParse(context) : NULL;
    xmlSchemaFreeParserCtxt(context);
    return schema;
}

bool xml_init(void) {
    XmlHeap heap;
    xml_heap_install();
    default_loader = xmlGetExternalEntityLoader();
    if (!xml_heap_begin(&heap))
        return false;
    xmlInitParser();
    xmlSetExternalEntityLoader(load_nothing);
    schemas[SCHEMA_PLAIN] = compile(SCHEMA_ANTICHESS);
    schemas[SCHEMA_2003] = compile(SCHEMA_ANTICHESS_2003);
    bool is_ready = schemas[SCHEMA_PLAIN] && schemas[SCHEMA_2003] && !xml_heap_is_exhausted(&heap);
    if (!is_ready)
        xml_quit();
    xml_heap_end(&heap);
    return is_ready;
}

void xml_quit(void) {
    for (int i = 0; i < SCHEMAS; i++) {
        xmlSchemaFree(schemas[i]);
        schemas[i] = NULL;
    }
    xmlSetExternalEntityLoader(default_loader);
    xmlCleanupParser();
}

/* --- the bytes, and their errors --- */

typedef struct {
    const char *name;
    const char *bytes;
    size_t size;
    size_t at;
    bool has_failed; /* `error` is set */
    Error *error;
    XmlHeap heap;
} Source;

/* Reports only the first error: later ones are mostly consequences of it. */
static void report_error(Source *source, long line, const char *reason) {
    char text[ERROR_TEXT_SIZE];
    if (source->has_failed)
        return;
    source->has_failed = true;
    snprintf(text, sizeof text, "%s", reason);
    text[strcspn(text, "\n")] = '\0';
    error_set_at(source->error, source->name, line, text);
}

static void report_xml_error(Source *source, XmlError *error) {
    bool harmless = error->level == XML_ERR_WARNING || error->code == XML_WAR_NS_URI;
    const char *reason = error->message ? error->message : "not XML";
    if (error->code == XML_ERR_NO_MEMORY)
        reason = "too many different names, or out of memory";
    if (!harmless)
        report_error(source, error->line, reason);
}

/* Feeds a parser its input. After an error, and once memory has run out, the parser gets no more
 * input, so that it stops soon, however many errors the rest contains. */
static int give_bytes(void *context, char *buffer, int room) {
    Source *source = context;
    bool must_stop = source->has_failed || xml_heap_is_exhausted(&source->heap);
    size_t left = must_stop ? 0 : source->size - source->at;
    size_t length = left < (size_t)room ? left : (size_t)room;
    memcpy(buffer, source->bytes + source->at, length);
    source->at += length;
    return (int)length;
}

static void on_error(void *source, XmlError *error) {
    report_xml_error(source, error);
}

static void on_parser_error(void *context, XmlError *error) {
    report_xml_error(((xmlParserCtxt *)context)->_private, error);
}

static void on_doctype(void *context, const xmlChar *name, const xmlChar *public_id,
                       const xmlChar *system_id) {
    xmlParserCtxt *parser = context;
    (void)name;
    (void)public_id;
    (void)system_id;
    report_error(parser->_private, parser->input->line, "a game file must not have a DOCTYPE");
    xmlStopParser(parser);
}

/* --- the two passes --- */

/* First pass: checks that the document is well formed, and makes the tree. */
static xmlDoc *parse(Source *source) {
    xmlParserCtxt *parser = xmlNewParserCtxt();
    if (!parser)
        return NULL;
    parser->_private = source;
    xmlDictSetLimit(parser->dict, NAMES_MAX_BYTES);
    parser->sax->serror = on_parser_error;
    parser->sax->internalSubset = on_doctype;
    xmlDoc *doc = xmlCtxtReadIO(parser, give_bytes, NULL, source, NULL, NULL,
                                XML_PARSE_NONET | XML_PARSE_COMPACT | XML_PARSE_BIG_LINES);
    xmlFreeParserCtxt(parser);
    return doc;
}

/* A document of an unknown ruleset gets the schema that accepts more: the reader then reports the
 * ruleset. */
static xmlSchema *schema_for(const xmlDoc *doc) {
    const xmlNode *root = xmlDocGetRootElement(doc);
    xmlChar *name = root ? xmlGetNoNsProp(root, BAD_CAST "ruleset") : NULL;
    const Ruleset *rules = name ? variant_find((const char *)name) : NULL;
    xmlFree(name);
    return schemas[rules && !rules->schema_2003 ? SCHEMA_PLAIN : SCHEMA_2003];
}

/* Second pass: validates the document by the schema. It is read as a stream, because libxml2 cannot
 * stop validating a tree at the first error, and each error costs time that grows with the tree. */
static void validate(Source *source, xmlSchema *schema) {
    xmlSchemaValidCtxt *context = xmlSchemaNewValidCtxt(schema);
    xmlParserInputBuffer *input =
        xmlParserInputBufferCreateIO(give_bytes, NULL, source, XML_CHAR_ENCODING_NONE);
    int result = -1;
    source->at = 0;
    if (context && input) {
        xmlSchemaSetValidStructuredErrors(context, on_error, source);
        result = xmlSchemaValidateStream(context, input, XML_CHAR_ENCODING_NONE, NULL, NULL);
    } else {
        xmlFreeParserInputBuffer(input);
    }
    if (result != 0)
        report_error(source, 0, "the document is not valid");
    xmlSchemaFreeValidCtxt(context);
}

/* Reads the document, with the heap in use. On failure the error is set. */
static xmlDoc *read_document(Source *source) {
    /* A few of libxml2's errors go only to this handler, which is per thread. */
    xmlSetStructuredErrorFunc(source, on_error);
    xmlDoc *doc = parse(source);
    if (doc && !source->has_failed)
        validate(source, schema_for(doc));
    if (!doc)
        report_error(source, 0, "not XML");
    if (xml_heap_is_exhausted(&source->heap)) {
        source->has_failed = false; /* other errors only follow from the lack of memory */
        report_error(source, 0, "out of memory");
    }
    xmlSetStructuredErrorFunc(NULL, NULL);
    xmlResetLastError();
    if (!source->has_failed)
        return doc;
    xmlFreeDoc(doc);
    return NULL;
}

xmlDoc *xml_document_read(const char *name, const char *bytes, size_t size, Error *error) {
    Source source = {.name = name, .bytes = bytes, .size = size, .error = error};
    int line = 0;
    const char *reason = xml_scan_check(bytes, size, &line);
    if (!reason && (!schemas[SCHEMA_PLAIN] || !xml_heap_begin(&source.heap)))
        reason = "out of memory";
    if (reason) {
        report_error(&source, line, reason);
        return NULL;
    }
    xmlDoc *doc = read_document(&source);
    xml_heap_end(&source.heap);
    return doc;
}
