#include "fuzz/programs/programs.h"

#define main convert_main
int main(int argc, char **argv);

#include "convert/main.c"

const FuzzProgram FUZZ_CONVERT = {"misere-convert", &TABLE, sizeof(ConvertOptions)};
