#include "base/os/startup.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* O_PATH: the descriptor can be neither read nor written. open() returns the lowest free one. */
void startup_init(void) {
    int fd;
    do
        fd = open("/", O_PATH);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
    signal(SIGXFSZ, SIG_IGN);
}
