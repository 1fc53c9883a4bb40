#include "fuzz/programs/programs.h"

#define main train_main
int main(int argc, char **argv);

#include "train/main.c"

const FuzzProgram FUZZ_TRAIN = {"misere-train", &TABLE, sizeof(TrainArguments)};
