#include "search/params/tunables.h"

#ifdef TUNE
#define TUNABLE_DEFINITION(name, value, minimum, maximum, step) int name = (value);
TUNABLES(TUNABLE_DEFINITION)
#endif
