/* main: the engine program's entry points. An x86-64 build has two copies of the engine. */
#ifndef MISERE_MAIN_H
#define MISERE_MAIN_H

/* Runs the engine with the arguments of main(); returns the exit status. */
int engine_main(int argc, char **argv);

/* The same, compiled for processors with POPCNT, BMI, BMI2 and AVX2. */
int engine_main_fast(int argc, char **argv);

#endif
