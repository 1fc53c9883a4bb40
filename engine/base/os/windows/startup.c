#include "base/os/startup.h"

/* The C library keeps the standard descriptors reserved, and there is no limit on file sizes. */
void startup_init(void) {
}
