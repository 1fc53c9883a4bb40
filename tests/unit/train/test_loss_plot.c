/* The picture of a training's errors. */
#include "unit/expected_file.h"

#include "train/loss_plot.h"

static void assert_picture(const EpochErrors *errors, int epochs, const char *path) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    loss_plot_write(out, "losers & <giveaway>", errors, epochs);
    fclose(out);
    assert_text_of_file(text, path);
    free(text);
}

static void test_pictures(void **state) {
    EpochErrors errors[24];
    for (int i = 0; i < 24; i++)
        errors[i] = (EpochErrors){0.05 + 0.1 / (i + 1), 0.06 + 0.1 / (i + 2), 0};
    assert_picture(errors, 24, "tests/data/pictures/losses.svg");
    assert_picture(errors, 1, "tests/data/pictures/loss-of-one-epoch.svg");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pictures)};
    return test_run("loss_plot", tests);
}
