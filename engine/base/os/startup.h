/* startup: what a program does first. */
#ifndef MISERE_BASE_OS_STARTUP_H
#define MISERE_BASE_OS_STARTUP_H

/* Call first in main(). From now on
 * - the descriptors of the standard streams are in use, so that no file opened later takes the
 * place of one that the caller has closed; reading or writing that one fails;
 * - exceeding the limit on file sizes is an ordinary write error. */
void startup_init(void);

#endif
