#include "proofs/certificate.h"

#include "base/os/output.h"
#include "rules/notation.h"

static void write_node(FILE *out, const ProofGraph *graph, const GraphNode *node,
                       const Position *pos) {
    fprintf(out, "%d", node->number);
    for (int i = 0; i < node->edge_count; i++) {
        const GraphEdge *edge = &graph->edges[node->first + (size_t)i];
        char text[MOVE_TEXT_SIZE];
        notation_write_move(pos, edge->move, STYLE_UCI, text);
        if (edge->wins)
            fprintf(out, " %s #", text);
        else
            fprintf(out, " %s %d", text, graph_find(graph, edge->key)->number);
    }
    fputc('\n', out);
}

void certificate_write(FILE *out, const Position *pos, const Decision *decision) {
    const ProofGraph *graph = decision->graph;
    char fen[FEN_SIZE];
    position_to_fen(pos, fen);
    fprintf(out, "misere-proof 1\nruleset %s\nfen %s\nwinner %s\npositions %d\n", pos->rules->name,
            fen, outcome_colour_name(decision->winner), graph->order_count);
    for (int i = 0; i < graph->order_count; i++)
        write_node(out, graph, &graph->nodes[graph->order[i]], pos);
}

bool certificate_save(const char *path, const Position *pos, const Decision *decision,
                      Error *error) {
    Output output;
    int count = decision->graph->order_count;
    if (count > CERTIFICATE_POSITIONS_MAX)
        return error_set(error, "%s: the proof has %d positions; a file may have %d at most", path,
                         count, CERTIFICATE_POSITIONS_MAX);
    if (!output_open(&output, path, error))
        return false;
    certificate_write(output.file, pos, decision);
    return output_commit(&output, error);
}
