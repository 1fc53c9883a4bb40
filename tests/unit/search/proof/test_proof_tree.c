/* The tree of a proof-number search: which child is selected, and a node's numbers. */
#include "unit/testing.h"

#include "search/proof/proof_tree.h"

#include <stdlib.h>

enum { CHILDREN = 4 };

/* A tree whose root has these children. */
static ProofTree *tree_with(const ProofNode children[CHILDREN], bool is_or) {
    ProofTree *tree = calloc(1, sizeof *tree);
    assert_non_null(tree);
    tree->capacity = 1 + CHILDREN;
    tree->nodes = calloc((size_t)tree->capacity, sizeof *tree->nodes);
    assert_non_null(tree->nodes);
    tree->nodes[PROOF_ROOT] =
        (ProofNode){.parent = PROOF_NO_NODE, .first = 1, .count = CHILDREN, .is_or = is_or};
    for (int i = 0; i < CHILDREN; i++)
        tree->nodes[1 + i] = children[i];
    return tree;
}

static void tree_free(ProofTree *tree) {
    free(tree->nodes);
    free(tree);
}

/* Checks which child, from 0, is selected; PROOF_NO_NODE for none. */
static void check_selected(const ProofNode children[CHILDREN], bool is_or, int expected) {
    ProofTree *tree = tree_with(children, is_or);
    int selected = proof_tree_select(tree, &tree->nodes[PROOF_ROOT]);
    assert_int_equal(selected, expected == PROOF_NO_NODE ? PROOF_NO_NODE : 1 + expected);
    tree_free(tree);
}

static void test_select(void **state) {
    ProofNode children[CHILDREN] = {{.proof = 5, .disproof = 9},
                                    {.proof = 3, .disproof = 9},
                                    {.proof = 3, .disproof = 2},
                                    {.proof = 4, .disproof = 2}};
    check_selected(children, true, 1);
    check_selected(children, false, 2);
    children[1].locked = true;
    check_selected(children, true, 2);
    children[2].workers = 1; /* counts twice: 6 and 4 */
    check_selected(children, true, 3);
    check_selected(children, false, 3);
    children[2].locked = children[3].locked = true;
    check_selected(children, true, 0);
    children[0].proof = PROOF_INFINITY;
    check_selected(children, true, PROOF_NO_NODE);
    check_selected(children, false, 0);
    children[0].disproof = PROOF_INFINITY;
    check_selected(children, false, PROOF_NO_NODE);
}

static void test_update(void **state) {
    ProofNode children[CHILDREN] = {{.proof = 5, .disproof = 9},
                                    {.proof = 3, .disproof = 8},
                                    {.proof = 7, .disproof = 2},
                                    {.proof = 4, .disproof = 6}};
    for (int is_or = 0; is_or <= 1; is_or++) {
        ProofTree *tree = tree_with(children, is_or == 1);
        ProofNode *root = &tree->nodes[PROOF_ROOT];
        assert_true(proof_tree_update(tree, root));
        assert_int_equal(root->proof, is_or ? 3 : 19);
        assert_int_equal(root->disproof, is_or ? 25 : 2);
        assert_false(proof_tree_update(tree, root));
        tree->nodes[4] = (ProofNode){.proof = 0, .disproof = PROOF_INFINITY};
        assert_true(proof_tree_update(tree, root));
        assert_int_equal(root->proof, is_or ? 0 : 15);
        assert_int_equal(root->disproof, is_or ? PROOF_INFINITY : 2);
        tree_free(tree);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_select),
        cmocka_unit_test(test_update),
    };
    return test_run("proof_tree", tests);
}
