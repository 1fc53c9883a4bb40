#include "files/gamefile.h"

#include "base/os/atomic_file.h"
#include "base/os/stream.h"
#include "base/text.h"
#include "files/board1994.h"
#include "files/list.h"
#include "files/pgn_write.h"
#include "files/xml/xml.h"

#include <stdlib.h>
#include <string.h>

bool gamefile_init(void) {
    return xml_init();
}

void gamefile_quit(void) {
    xml_quit();
}

/* XML begins with a '<', after blanks or a byte order mark; in UTF-16 there is a NUL next to it. */
static bool looks_like_xml(const char *bytes, size_t size) {
    size_t blanks = 0;
    while (blanks < size && strchr(" \t\r\n", bytes[blanks]) && bytes[blanks])
        blanks++;
    return blanks < size && memchr("<\xef\xfe\xff\0", bytes[blanks], 5);
}

bool gamefile_parse(const char *name, const char *bytes, size_t size, StoredGame *stored,
                    Error *error) {
    if (size > GAMEFILE_MAX_BYTES)
        return error_set_at(error, name, 0, "the file is too large");
    if (size == 0)
        return error_set_at(error, name, 0, "the file is empty");
    if (looks_like_xml(bytes, size))
        return xml_read(name, bytes, size, stored, error);
    return board1994_parse(name, bytes, size, stored, error);
}

bool gamefile_print(FILE *out, const StoredGame *stored, Error *error) {
    return xml_write(out, stored) ||
           error_set(error, ferror(out) ? "cannot write the game" : "out of memory");
}

static bool print_pgn(FILE *out, const StoredGame *stored, Error *error) {
    return pgn_write(out, stored, STYLE_SAN, error);
}

static bool print_fen(FILE *out, const StoredGame *stored, Error *error) {
    return games_list_write(out, stored, ruleset_default(), error);
}

typedef bool GamePrinter(FILE *out, const StoredGame *stored, Error *error);

typedef struct {
    const char *ending; /* of a path; "": of any other */
    GamePrinter *print;
    LossesFormat losses;
} SavedFormat;

static const SavedFormat XML = {"", gamefile_print, LOSSES_XML};
static const SavedFormat BOARD_1994 = {".1994", board1994_print, LOSSES_1994};

static const SavedFormat *find_course_format(const char *path) {
    return text_ends_ignoring_case(path, BOARD_1994.ending) ? &BOARD_1994 : &XML;
}

/* The format of the path's extension. */
static const SavedFormat *find_format(const char *path) {
    static const SavedFormat OTHERS[] = {{".pgn", print_pgn, LOSSES_PGN},
                                         {".fen", print_fen, LOSSES_FEN}};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (text_ends_ignoring_case(path, OTHERS[i].ending))
            return &OTHERS[i];
    return find_course_format(path);
}

int gamefile_losses(const char *path, const StoredGame *stored) {
    return losses_find(find_format(path)->losses, stored);
}

static bool save(const char *path, const SavedFormat *format, const StoredGame *stored,
                 Error *error) {
    MemoryStream out;
    if (!memory_stream_open(&out))
        return error_set_errno(error, path);
    Error why;
    bool written = format->print(out.file, stored, &why);
    if (!memory_stream_close(&out))
        written = error_set(&why, "out of memory");
    if (!written)
        error_set_at(error, path, 0, why.text);
    /* Refuses to write a file that would be too large to be loaded again. */
    if (written && out.size > GAMEFILE_MAX_BYTES)
        written = error_set_at(error, path, 0, "the game is too long for a file");
    written = written && atomic_file_write(path, out.bytes, out.size, error);
    free(out.bytes);
    return written;
}

bool gamefile_save(const char *path, const StoredGame *stored, Error *error) {
    return save(path, find_format(path), stored, error);
}

bool gamefile_save_for_course(const char *path, const StoredGame *stored, Error *error) {
    return save(path, find_course_format(path), stored, error);
}
