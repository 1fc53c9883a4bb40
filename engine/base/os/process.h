/* process: the first step of every program. */
#ifndef MISERE_BASE_OS_PROCESS_H
#define MISERE_BASE_OS_PROCESS_H

/* Call first in main(). From now on
 * - the descriptors of the standard streams are in use, so that no file opened later takes the
 * place of one that the caller has closed; reading or writing that one fails;
 * - exceeding the limit on file sizes is an ordinary write error. */
void process_init(void);

#endif
