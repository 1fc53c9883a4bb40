#include "fuzz/programs/programs.h"

#define main textui_main
int main(int argc, char **argv);

#include "textui/main.c"

const FuzzProgram FUZZ_TEXTUI = {"misere-textui", &TABLE, sizeof(TextUiOptions)};
