#include "fuzz/programs/programs.h"

#define main puzzles_main
int main(int argc, char **argv);

#include "puzzles/main.c"

const FuzzProgram FUZZ_PUZZLES = {"misere-puzzles", &TABLE, sizeof(PuzzleOptions)};
