#include "convert/output.h"

#include "base/os/directory.h"
#include "base/os/path.h"

#include <stdlib.h>
#include <string.h>

static bool make_folder_of(const char *path, Error *error) {
    char *folder = path_folder(path);
    bool made = folder ? directory_create_all(folder, error) : error_set(error, "out of memory");
    free(folder);
    return made;
}

bool convert_output_open(ConvertOutput *output, const char *path, bool make_folders, Error *error) {
    output->is_stdout = strcmp(path, "-") == 0;
    output->file = NULL;
    if (output->is_stdout)
        output->file = stdout;
    else if ((!make_folders || make_folder_of(path, error)) &&
             atomic_file_open(&output->atomic, path, error))
        output->file = output->atomic.file;
    return output->file != NULL;
}

bool convert_output_commit(ConvertOutput *output, Error *error) {
    output->file = NULL;
    if (!output->is_stdout)
        return atomic_file_commit(&output->atomic, error);
    return (fflush(stdout) == 0 && !ferror(stdout)) || error_set_errno(error, "standard output");
}

void convert_output_abandon(ConvertOutput *output) {
    if (output->file && !output->is_stdout)
        atomic_file_discard(&output->atomic);
    output->file = NULL;
}
