#include "fuzz/programs/programs.h"

#define main annotate_main
int main(int argc, char **argv);

#include "annotate/main.c"

const FuzzProgram FUZZ_ANNOTATE = {"misere-annotate", &TABLE, sizeof(AnnotateOptions)};
