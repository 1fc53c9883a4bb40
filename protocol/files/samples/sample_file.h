/* sample_file: files of samples. Only one thread at a time may use a SampleFile. The errors begin
 * with the file's path. */
#ifndef MISERE_FILES_SAMPLES_SAMPLE_FILE_H
#define MISERE_FILES_SAMPLES_SAMPLE_FILE_H

#include "files/samples/samples.h"

#include <stdio.h>

enum { SAMPLE_FILE_MAGIC_SIZE = 16, SAMPLE_FILE_RULESET_SIZE = 32 };

/* The magic of a complete file. */
#define SAMPLE_FILE_MAGIC "Misere samples 2"

/* How the games were played. In a merged file, a member in which the parts differ is 0 or empty. */
typedef struct {
    char ruleset[SAMPLE_FILE_RULESET_SIZE]; /* the ruleset's name, padded with NULs */
    uint64_t games;
    uint64_t nodes;   /* nodes searched for each turn */
    uint64_t seed;    /* seed of the openings */
    uint64_t network; /* checksum of the network that played */
    uint64_t engine;  /* which search played: the nodes of its bench, to a small depth */
} SampleOrigin;

/* A file is a header, followed by the samples. The layout is the same in memory and in files:
 * little-endian, without padding. */
typedef struct {
    char magic[SAMPLE_FILE_MAGIC_SIZE];
    uint64_t checksum; /* FNV-1a of the members below */
    uint64_t count;    /* number of samples */
    SampleOrigin origin;
} SampleFileHeader;

/* Makes a header; `magic` has SAMPLE_FILE_MAGIC_SIZE characters. */
SampleFileHeader sample_file_header(const char *magic, const SampleOrigin *origin, uint64_t count);

/* Writes the header of a complete file at the beginning of `file`: first with any count, so that
 * samples can follow, and again once their number is known. */
void sample_file_write_header(FILE *file, const SampleOrigin *origin, uint64_t count);

/* Checks the magic and the checksum. The error does not name the file. */
bool sample_file_check_header(const SampleFileHeader *header, const char *magic, Error *error);

typedef struct {
    FILE *file;
    const char *path; /* borrowed */
    SampleFileHeader header;
} SampleFile;

/* Opens a file for reading, and checks its header and its size. */
bool sample_file_open(SampleFile *file, const char *path, Error *error);

/* Reads samples from index `first` on, and checks them. */
bool sample_file_read(SampleFile *file, uint64_t first, Sample *samples, size_t count,
                      Error *error);

void sample_file_close(SampleFile *file);

#endif
