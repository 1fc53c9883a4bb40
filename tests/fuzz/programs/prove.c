#include "fuzz/programs/programs.h"

#define main prove_main
int main(int argc, char **argv);

#include "prove/main.c"

const FuzzProgram FUZZ_PROVE = {"misere-prove", &TABLE, sizeof(ProveOptions)};
