#include "fuzz/programs/programs.h"

#include "main.c"

const FuzzProgram FUZZ_ENGINE = {"misere", &TABLE, sizeof(FileAccess)};
