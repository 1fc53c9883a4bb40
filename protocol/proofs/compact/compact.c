#include "proofs/compact/compact.h"

#include "base/os/output.h"
#include "base/os/regular_file.h"
#include "proofs/compact/byte_stream.h"
#include "proofs/half_move_order.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

/* --- writing --- */

typedef struct {
    ByteStream stream;
    const ProofGraph *graph;
    Colour winner;
    int *numbers; /* of the graph's nodes, in the order of the file, from 1; 0: not written yet */
    int count;
} CompactWriter;

static void write_node(CompactWriter *w, const GraphNode *node, const Position *pos);

static void put_number(CompactWriter *w, uint64_t number) {
    for (; number >= 128; number >>= 7)
        byte_stream_put(&w->stream, (uint8_t)(number | 128));
    byte_stream_put(&w->stream, (uint8_t)number);
}

/* Writes what follows a half-move: nothing if that ends the game. */
static void write_target(CompactWriter *w, const Position *pos, Move move) {
    Position after;
    position_apply(&after, pos, move);
    if (outcome_is_over(outcome_of(&after)))
        return;
    const GraphNode *node = graph_find(w->graph, movegen_repetition_key(&after));
    int number = w->numbers[node - w->graph->nodes];
    put_number(w, number == 0 ? 0 : (uint64_t)(w->count + 1 - number));
    if (number == 0)
        write_node(w, node, &after);
}

/* The depth of the recursion is at most the node's height. */
static void write_node(CompactWriter *w, const GraphNode *node, const Position *pos) {
    MoveList list;
    outcome_find(pos, &list);
    half_move_order(&list);
    w->numbers[node - w->graph->nodes] = ++w->count;
    if ((Colour)pos->player == w->winner) {
        Move move = w->graph->edges[node->first].move;
        int index = 0;
        while (list.moves[index] != move)
            index++;
        put_number(w, (uint64_t)index);
        write_target(w, pos, move);
    } else {
        for (int i = 0; i < list.count; i++)
            write_target(w, pos, list.moves[i]);
    }
}

bool compact_write(FILE *out, const Position *pos, Colour winner, const ProofGraph *graph) {
    CompactWriter *w = malloc(sizeof *w);
    int *numbers = calloc((size_t)graph->count, sizeof *numbers);
    char fen[FEN_SIZE];
    position_to_fen(pos, fen);
    fprintf(out, "misere-proof 2\nruleset %s\nfen %s\nwinner %s\npositions %d\n", pos->rules->name,
            fen, outcome_colour_name(winner), graph->order_count);
    bool ok = w && numbers && byte_stream_begin(&w->stream, out);
    if (ok) {
        w->graph = graph;
        w->winner = winner;
        w->numbers = numbers;
        w->count = 0;
        write_node(w, graph_find(graph, movegen_repetition_key(pos)), pos);
        byte_stream_finish(&w->stream);
    }
    free(numbers);
    free(w);
    return ok;
}

bool compact_save(const char *path, const Position *pos, const Decision *decision, Error *error) {
    Output output;
    if (!output_open(&output, path, error))
        return false;
    if (!compact_write(output.file, pos, decision->winner, decision->graph)) {
        output_discard(&output);
        return error_set_at(error, path, 0, "out of memory");
    }
    return output_commit(&output, error);
}

/* --- reading --- */

enum { HEAD_LINES = 5, LINE_SIZE = 256, COMPACT_POSITIONS_MAX = 999999999 };

typedef struct {
    ByteStream stream;
    CompactBody body;
    Error *error;
} CompactReader;

static int next_byte(void *source) {
    return byte_stream_get(source);
}

static bool read_head(CompactReader *r, FILE *in) {
    char text[HEAD_LINES * LINE_SIZE] = "";
    CheckedProof proof;
    size_t length = 0;
    for (int i = 0; i < HEAD_LINES && fgets(text + length, LINE_SIZE, in); i++)
        length += strlen(text + length);
    if (!proof_check_head(text, 2, COMPACT_POSITIONS_MAX, &proof, r->error))
        return false;
    r->body.head = (CompactHead){proof.start, proof.winner, (uint64_t)proof.positions};
    return true;
}

static bool read_proof(CompactReader *r, FILE *in) {
    if (!read_head(r, in))
        return false;
    if (!byte_stream_open(&r->stream, in))
        return error_set(r->error, "out of memory");
    bool ok = compact_body_read(&r->body, r->error) > 0;
    return byte_stream_close(&r->stream) || !ok
               ? ok
               : error_set(r->error, "the proof has another end");
}

static bool is_at_end(FILE *in) {
    int byte = fgetc(in);
    ungetc(byte, in);
    return byte == EOF;
}

bool compact_read(const char *path, CompactVisit *visit, void *context, Error *error) {
    size_t size;
    CompactReader *r = calloc(1, sizeof *r);
    FILE *in = regular_file_open(path, &size, error);
    bool ok = r && in;
    if (r) {
        r->error = error;
        r->body = (CompactBody){
            .next = next_byte, .source = &r->stream, .visit = visit, .context = context};
    } else {
        error_set(error, "out of memory");
    }
    while (ok && !is_at_end(in))
        ok = read_proof(r, in);
    if (in)
        fclose(in);
    free(r);
    return ok || error_wrap(error, "%s", path);
}
