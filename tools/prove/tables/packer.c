#include "prove/tables/packer.h"

#include <stdlib.h>
#include <string.h>

enum {
    SINGLE_NUMBER = 0x80, /* a flag */
    NO_SYMBOL = 0xfff,
    SYMBOLS_MAX = 1024,
    IN_SYMBOL_MAX = 256, /* numbers */
    PAIRS_MIN = 32,      /* a pair that is rarer becomes no symbol */
    CODE_MAX = 32,       /* bits */
    BLOCK_BITS = 6,      /* a block has so many bytes as a power of two */
    IN_BLOCK_MAX = 60000,
    INDEX_BITS = 12,
};

/* --- bytes --- */

static bool make_room(PackedBytes *to, size_t more) {
    size_t needed = to->size + more;
    if (!to->out_of_memory && needed > to->capacity) {
        unsigned char *bytes = realloc(to->bytes, 2 * needed);
        to->out_of_memory = !bytes;
        if (bytes) {
            to->bytes = bytes;
            to->capacity = 2 * needed;
        }
    }
    return !to->out_of_memory;
}

void packed_bytes_add(PackedBytes *to, uint64_t number, int bytes) {
    if (!make_room(to, (size_t)bytes))
        return;
    for (int i = 0; i < bytes; i++, number >>= 8)
        to->bytes[to->size++] = (unsigned char)number;
}

void packed_bytes_append(PackedBytes *to, const PackedBytes *from) {
    to->out_of_memory |= from->out_of_memory;
    if (from->size == 0 || !make_room(to, from->size))
        return;
    memcpy(to->bytes + to->size, from->bytes, from->size);
    to->size += from->size;
}

void packed_bytes_align(PackedBytes *to, size_t size) {
    while (to->size % size != 0 && !to->out_of_memory)
        packed_bytes_add(to, 0, 1);
}

void packed_bytes_free(PackedBytes *bytes) {
    free(bytes->bytes);
    *bytes = (PackedBytes){0};
}

void packed_array_free(PackedArray *packed) {
    packed_bytes_free(&packed->head);
    packed_bytes_free(&packed->index);
    packed_bytes_free(&packed->sizes);
    packed_bytes_free(&packed->blocks);
}

/* --- symbols --- */

/* Stands for two symbols or, if `right` is NO_SYMBOL, for the number `left`. */
typedef struct {
    int left, right;
    int length;     /* how many numbers it stands for */
    uint64_t count; /* how often it occurs */
    int code_length;
    int place; /* its number in the file: long codes come first */
} Symbol;

typedef struct {
    uint16_t *sequence; /* of symbols */
    uint64_t size;
    Symbol symbols[SYMBOLS_MAX];
    int count;
    int first[CODE_MAX + 2]; /* by the length of codes: how many symbols have longer ones */
    int shortest, longest;
    uint64_t base[CODE_MAX + 2]; /* by length: the lowest code */
    uint32_t pairs[SYMBOLS_MAX][SYMBOLS_MAX];
} Packer;

/* What may be any number becomes the one before it. Returns whether all are equal. */
static bool fill_gaps(uint16_t *numbers, uint64_t size) {
    bool are_equal = true;
    uint64_t first = 0;
    while (first < size && numbers[first] == PACKER_ANY)
        first++;
    uint16_t last = first < size ? numbers[first] : 0;
    for (uint64_t i = 0; i < size; i++) {
        if (numbers[i] == PACKER_ANY)
            numbers[i] = last;
        last = numbers[i];
        are_equal = are_equal && last == numbers[0];
    }
    return are_equal;
}

/* Makes each number a symbol. */
static void make_symbols(Packer *p) {
    static const int NONE = -1;
    int symbol_of[PACKER_NUMBER_MAX + 1];
    for (int i = 0; i <= PACKER_NUMBER_MAX; i++)
        symbol_of[i] = NONE;
    for (uint64_t i = 0; i < p->size; i++) {
        int number = p->sequence[i];
        if (symbol_of[number] == NONE) {
            symbol_of[number] = p->count;
            p->symbols[p->count++] = (Symbol){.left = number, .right = NO_SYMBOL, .length = 1};
        }
        p->sequence[i] = (uint16_t)symbol_of[number];
    }
}

/* Counts pairs of neighbours that do not overlap, and returns how often the most frequent one
 * occurs. */
static uint32_t find_best_pair(Packer *p, int *left, int *right) {
    uint32_t best = 0;
    for (int i = 0; i < p->count; i++)
        memset(p->pairs[i], 0, (size_t)p->count * sizeof p->pairs[i][0]);
    for (uint64_t i = 1; i < p->size; i++) {
        int a = p->sequence[i - 1], b = p->sequence[i];
        if (p->symbols[a].length + p->symbols[b].length > IN_SYMBOL_MAX)
            continue;
        uint32_t count = ++p->pairs[a][b];
        if (count > best) {
            best = count;
            *left = a;
            *right = b;
        }
        i += a == b; /* of three equal ones only two are a pair */
    }
    return best;
}

static void replace_pair(Packer *p, int left, int right) {
    uint64_t size = 0;
    for (uint64_t i = 0; i < p->size; i++) {
        bool is_pair = i + 1 < p->size && p->sequence[i] == left && p->sequence[i + 1] == right;
        p->sequence[size++] = is_pair ? (uint16_t)p->count : p->sequence[i];
        i += is_pair;
    }
    p->size = size;
    p->symbols[p->count++] = (Symbol){
        .left = left, .right = right, .length = p->symbols[left].length + p->symbols[right].length};
}

static void pair_symbols(Packer *p) {
    int left = 0, right = 0;
    while (p->count < SYMBOLS_MAX && find_best_pair(p, &left, &right) >= PAIRS_MIN)
        replace_pair(p, left, right);
}

/* --- codes --- */

/* Finds the lengths of Huffman's codes. */
static void find_code_lengths(Packer *p) {
    uint64_t counts[2 * SYMBOLS_MAX];
    int parents[2 * SYMBOLS_MAX] = {0}, count = p->count;
    for (uint64_t i = 0; i < p->size; i++)
        p->symbols[p->sequence[i]].count++;
    for (int i = 0; i < count; i++)
        counts[i] = p->symbols[i].count > 0 ? p->symbols[i].count : 1;
    for (int joined = 1; joined < p->count; joined++) {
        int least = -1, second = -1;
        for (int i = 0; i < count; i++) {
            if (parents[i] != 0)
                continue;
            if (least < 0 || counts[i] < counts[least]) {
                second = least;
                least = i;
            } else if (second < 0 || counts[i] < counts[second]) {
                second = i;
            }
        }
        parents[least] = parents[second] = count;
        counts[count++] = counts[least] + counts[second];
    }
    for (int i = 0; i < p->count; i++) {
        int length = p->count == 1;
        for (int at = i; parents[at] != 0; at = parents[at])
            length++;
        p->symbols[i].code_length = length;
    }
}

/* Numbers the symbols by falling length of their codes, and finds each length's lowest code, as
 * canonical Huffman codes do. */
static void assign_codes(Packer *p) {
    int counts[CODE_MAX + 2] = {0}, next[CODE_MAX + 2] = {0};
    p->longest = 0;
    p->shortest = CODE_MAX;
    for (int i = 0; i < p->count; i++) {
        int length = p->symbols[i].code_length;
        counts[length]++;
        p->longest = length > p->longest ? length : p->longest;
        p->shortest = length < p->shortest ? length : p->shortest;
    }
    p->first[p->longest] = 0;
    p->base[p->longest] = 0;
    for (int length = p->longest - 1; length >= p->shortest; length--) {
        p->first[length] = p->first[length + 1] + counts[length + 1];
        p->base[length] = (p->base[length + 1] + (uint64_t)counts[length + 1]) / 2;
    }
    for (int i = 0; i < p->count; i++) {
        int length = p->symbols[i].code_length;
        p->symbols[i].place = p->first[length] + next[length]++;
    }
}

/* --- the parts of the file --- */

static void add_symbols(const Packer *p, PackedBytes *head) {
    const Symbol *ordered[SYMBOLS_MAX];
    for (int i = 0; i < p->count; i++)
        ordered[p->symbols[i].place] = &p->symbols[i];
    packed_bytes_add(head, (uint64_t)p->longest, 1);
    packed_bytes_add(head, (uint64_t)p->shortest, 1);
    for (int length = p->shortest; length <= p->longest; length++)
        packed_bytes_add(head, (uint64_t)p->first[length], 2);
    packed_bytes_add(head, (uint64_t)p->count, 2);
    for (int i = 0; i < p->count; i++) {
        int left = ordered[i]->left, right = ordered[i]->right;
        if (right != NO_SYMBOL) {
            left = p->symbols[left].place;
            right = p->symbols[right].place;
        }
        packed_bytes_add(head, (uint64_t)left | (uint64_t)right << 12, 3);
    }
    if (p->count % 2 != 0)
        packed_bytes_add(head, 0, 1);
}

/* What is being written of the blocks. */
typedef struct {
    PackedArray *packed;
    uint64_t bits;    /* not written yet, the last in the lowest */
    int held;         /* how many these are */
    size_t used;      /* bits of this block */
    uint64_t numbers; /* in this block */
    uint64_t before;  /* in earlier blocks */
    uint64_t middle;  /* the next number that the index is to find */
} BlockWriter;

/* Adds what of the index comes before a number. */
static void add_index(BlockWriter *w, uint64_t end) {
    uint64_t block = w->packed->sizes.size / 2, span = 1 << INDEX_BITS;
    for (; w->middle < end; w->middle += span) {
        packed_bytes_add(&w->packed->index, block, 4);
        packed_bytes_add(&w->packed->index, w->middle - w->before, 2);
    }
}

static void end_block(BlockWriter *w) {
    add_index(w, w->before + w->numbers);
    if (w->held > 0)
        packed_bytes_add(&w->packed->blocks, w->bits << (8 - w->held), 1);
    packed_bytes_align(&w->packed->blocks, 1 << BLOCK_BITS);
    packed_bytes_add(&w->packed->sizes, w->numbers - 1, 2);
    w->before += w->numbers;
    w->bits = w->numbers = w->used = 0;
    w->held = 0;
}

static void put_symbol(BlockWriter *w, const Packer *p, const Symbol *symbol) {
    int length = symbol->code_length;
    if (w->used + (size_t)length > (8 << BLOCK_BITS) ||
        w->numbers + (uint64_t)symbol->length > IN_BLOCK_MAX)
        end_block(w);
    w->bits = w->bits << length | (p->base[length] + (uint64_t)(symbol->place - p->first[length]));
    w->used += (size_t)length;
    w->numbers += (uint64_t)symbol->length;
    for (w->held += length; w->held >= 8; w->held -= 8)
        packed_bytes_add(&w->packed->blocks, w->bits >> (w->held - 8), 1);
    w->bits &= 255;
}

/* The index has an entry for each span of numbers: where its middle is, as if the last block went
 * on. */
static void add_blocks(const Packer *p, PackedArray *packed, uint64_t size) {
    uint64_t half = 1 << (INDEX_BITS - 1);
    BlockWriter writer = {.packed = packed, .middle = half};
    for (uint64_t i = 0; i < p->size; i++)
        put_symbol(&writer, p, &p->symbols[p->sequence[i]]);
    add_index(&writer, size);
    add_index(&writer, size + half);
    end_block(&writer);
}

static void pack(Packer *p, PackedArray *packed, int flags) {
    uint64_t size = p->size;
    make_symbols(p);
    pair_symbols(p);
    find_code_lengths(p);
    assign_codes(p);
    add_blocks(p, packed, size);
    packed_bytes_add(&packed->head, (uint64_t)flags, 1);
    packed_bytes_add(&packed->head, BLOCK_BITS, 1);
    packed_bytes_add(&packed->head, INDEX_BITS, 1);
    packed_bytes_add(&packed->head, 0, 1);
    packed_bytes_add(&packed->head, packed->sizes.size / 2, 4);
    add_symbols(p, &packed->head);
}

bool packer_pack(PackedArray *packed, uint16_t *numbers, uint64_t size, int flags,
                 bool may_be_single) {
    *packed = (PackedArray){.head = {.size = 0}};
    if (fill_gaps(numbers, size) && may_be_single) {
        packed_bytes_add(&packed->head, (uint64_t)(flags | SINGLE_NUMBER), 1);
        packed_bytes_add(&packed->head, numbers[0], 1);
        return !packed->head.out_of_memory;
    }
    Packer *p = calloc(1, sizeof *p);
    if (!p)
        return false;
    p->sequence = numbers;
    p->size = size;
    pack(p, packed, flags);
    free(p);
    return !packed->head.out_of_memory && !packed->index.out_of_memory &&
           !packed->sizes.out_of_memory && !packed->blocks.out_of_memory;
}
