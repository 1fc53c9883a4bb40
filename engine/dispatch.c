/* dispatch: main(), which chooses the copy of the engine that suits the processor. */
#include "main.h"

#include <stdbool.h>

#ifdef HAVE_FAST_ENGINE
static bool processor_is_fast(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2");
}
#else
static bool processor_is_fast(void) {
    return false;
}

int engine_main_fast(int argc, char **argv) {
    return engine_main(argc, argv);
}
#endif

int main(int argc, char **argv) {
    return processor_is_fast() ? engine_main_fast(argc, argv) : engine_main(argc, argv);
}
