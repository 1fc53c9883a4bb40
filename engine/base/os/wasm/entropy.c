#include "base/os/entropy.h"

#include "base/random.h"

#include <emscripten/emscripten.h>

uint64_t entropy_seed(void) {
    double fraction = emscripten_random();
    return random_seed((uint64_t)(emscripten_get_now() * 1000), (uint64_t)(fraction * 0x1p32));
}
