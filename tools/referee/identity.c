#include "referee/identity.h"

#include "base/hash.h"
#include "base/os/path.h"
#include "base/os/regular_file.h"
#include "base/os/subprocess.h"
#include "base/text.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 1 + PLAYER_ARGV_MAX + PLAYER_OPTIONS_MAX };

struct Identities {
    const TournamentConfig *config;
    LogPlayer *players;
};

/* --- hashes --- */

static bool hash_file(const char *path, uint64_t *hash, Error *error) {
    size_t size;
    FILE *file = regular_file_open(path, &size, error);
    bool was_read = file && (hash_stream(file, hash) || error_set(error, "cannot be read"));
    if (file)
        fclose(file);
    return was_read || error_wrap(error, "%s", path);
}

/* Adds the hash of a file; `role` and `name` say where it is named. Does nothing if the path, from
 * the folder, names no file. */
static bool add_file(LogPlayer *player, const char *role, const char *name, const char *folder,
                     const char *path, Error *error) {
    char *full = NULL;
    PathInfo info;
    if (folder && path[0] != '/' && asprintf(&full, "%s/%s", folder, path) < 0)
        return error_set_out_of_memory(error);
    bool is_file = path_info(full ? full : path, &info) && info.kind == PATH_FILE, added = true;
    if (is_file) {
        LogPlayerFile *file = &player->files[player->file_count];
        added = hash_file(full ? full : path, &file->hash, error) &&
                (asprintf(&file->role, "%s%s", role, name) >= 0 || error_set_out_of_memory(error));
        player->file_count += added;
    }
    free(full);
    return added;
}

/* Is it an option for a file that the engine itself writes? */
static bool is_written(const char *option) {
    return text_find_ignoring_case(option, "log") || text_find_ignoring_case(option, "learn") ||
           text_find_ignoring_case(option, "experience");
}

static bool hash_files(LogPlayer *player, const PlayerSpec *spec, Error *error) {
    char program[PATH_MAX];
    if (subprocess_find(spec->argv[0], false, program) &&
        !add_file(player, "program", "", NULL, program, error))
        return false;
    for (int i = 1; spec->argv[i]; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i);
        if (!add_file(player, "argument ", number, spec->directory, spec->argv[i], error))
            return false;
    }
    for (int i = 0; i < spec->option_count; i++) {
        const PlayerOption *option = &spec->options[i];
        if (!is_written(option->name) &&
            !add_file(player, "option.", option->name, spec->directory, option->value, error))
            return false;
    }
    return true;
}

/* --- public functions --- */

Identities *identities_new(const TournamentConfig *config, Error *error) {
    Identities *identities = calloc(1, sizeof *identities);
    LogPlayer *players = calloc((size_t)config->player_count, sizeof *players);
    if (!identities || !players) {
        free(identities);
        free(players);
        error_set_out_of_memory(error);
        return NULL;
    }
    *identities = (Identities){config, players};
    for (int i = 0; i < config->player_count; i++) {
        const PlayerSpec *spec = &config->players[i];
        players[i].name = spec->name;
        players[i].files = calloc(FILES_MAX, sizeof *players[i].files);
        bool hashed = players[i].files
                          ? !player_spec_is_program(spec) || hash_files(&players[i], spec, error)
                          : error_set_out_of_memory(error);
        if (!hashed) {
            error_wrap(error, "player %s", QUOTE(spec->name));
            identities_free(identities);
            return NULL;
        }
    }
    return identities;
}

void identities_free(Identities *identities) {
    if (!identities)
        return;
    for (int i = 0; i < identities->config->player_count; i++) {
        LogPlayer *player = &identities->players[i];
        for (int k = 0; k < player->file_count; k++)
            free(player->files[k].role);
        free(player->files);
        free(player->id);
    }
    free(identities->players);
    free(identities);
}

bool identities_set_id(Identities *identities, int player, const char *id) {
    char **at = &identities->players[player].id;
    free(*at);
    return (*at = strdup(id)) != NULL;
}

const LogPlayer *identities_players(const Identities *identities) {
    return identities->players;
}
