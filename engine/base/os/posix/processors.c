#include "base/os/thread.h"

#include <unistd.h>

int thread_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}
