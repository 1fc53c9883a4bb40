#include "fuzz/programs/programs.h"

#define main book_main
int main(int argc, char **argv);

#include "book/main.c"

const FuzzProgram FUZZ_BOOK = {"misere-book", &TABLE, sizeof(BookOptions)};
