#include "convert/output.h"

#include "base/os/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool make_folder_of(const char *path, Error *error) {
    char *folder = path_folder(path);
    bool made = folder ? wholefile_make_folders(folder, error) : error_set(error, "out of memory");
    free(folder);
    return made;
}

bool convert_output_open(ConvertOutput *output, const char *path, bool make_folders, Error *error) {
    output->is_stdout = strcmp(path, "-") == 0;
    output->file = NULL;
    if (output->is_stdout)
        output->file = stdout;
    else if ((!make_folders || make_folder_of(path, error)) &&
             wholefile_open(&output->whole, path, error))
        output->file = output->whole.file;
    return output->file != NULL;
}

bool convert_output_commit(ConvertOutput *output, Error *error) {
    output->file = NULL;
    if (!output->is_stdout)
        return wholefile_commit(&output->whole, error);
    return (fflush(stdout) == 0 && !ferror(stdout)) ||
           error_set_at(error, "standard output", 0, strerror(errno));
}

void convert_output_abandon(ConvertOutput *output) {
    if (output->file && !output->is_stdout)
        wholefile_abandon(&output->whole);
    output->file = NULL;
}
