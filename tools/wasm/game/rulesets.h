/* rulesets: the table of rulesets as a text, for callers in other languages. Any thread. */
#ifndef MISERE_WASM_GAME_RULESETS_H
#define MISERE_WASM_GAME_RULESETS_H

/* All rulesets with their properties, as a JSON array of objects. The caller frees it. NULL if out
 * of memory. */
char *wasm_rulesets(void);

#endif
