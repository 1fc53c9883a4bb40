/* libxml2 is prepared, and a document read, when each allocation in turn fails. */
#include "unit/failing_allocations.h"

#include "files/xml/xml.h"

#include <string.h>

static const char GAME[] = "<game ruleset='losers'><time/><moveHistory/><pieces>"
                           "<square id='e1' side='white' piece='king'/>"
                           "<square id='a2' side='white' piece='pawn'/>"
                           "<square id='e8' side='black' piece='king'/></pieces></game>";

static bool prepare_and_read(ScenarioResult *result, Error *error) {
    StoredGame stored;
    bool is_ready = xml_init();
    /* Without schemas nothing is read. */
    bool is_read = xml_read("memory", GAME, strlen(GAME), &stored, error);
    if (is_read) {
        assert_true(is_ready);
        char fen[FEN_SIZE];
        position_to_fen(&stored.game.now, fen);
        assert_string_equal(fen, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
        scenario_note(result, "%s", fen);
        stored_game_free(&stored);
    }
    if (is_ready)
        xml_quit();
    return is_read;
}

static void test_preparing(void **state) {
    each_allocation_fails(prepare_and_read, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_preparing),
    };
    return test_run("memory of XML", tests);
}
