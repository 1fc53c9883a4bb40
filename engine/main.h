/* main: the engine program's entry, of which an x86-64 build holds two copies. */
#ifndef MISERE_MAIN_H
#define MISERE_MAIN_H

/* Runs the engine with main's arguments; the result is main's. */
int engine_main(int argc, char **argv);

/* The same, compiled for processors with POPCNT, BMI, BMI2 and AVX2. */
int engine_main_fast(int argc, char **argv);

#endif
