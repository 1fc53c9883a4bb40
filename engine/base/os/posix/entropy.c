#include "base/os/entropy.h"

#include "base/random.h"

#include <time.h>
#include <unistd.h>

uint64_t entropy_seed(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return random_seed((uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec,
                       (uint64_t)getpid());
}
