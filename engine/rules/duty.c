#include "rules/duty.h"

#include <stdio.h>

Duty duty_of(const Position *pos) {
    Colour side = (Colour)pos->side;
    Duty duty = {0};
    MoveList list;
    if (outcome_is_over(outcome_find(pos, &list)))
        return duty;
    duty.in_check = position_in_check(pos, side);
    duty.in_anticheck = position_in_anticheck(pos, side);
    duty.must_capture = movelist_is_captures(pos, &list);
    duty.may_pass = movelist_has(&list, MOVE_PASS);
    for (int i = 0; duty.must_capture && i < list.count; i++)
        if (list.moves[i] != MOVE_PASS)
            duty.capturers |= bit(move_from(list.moves[i]));
    return duty;
}

const char *duty_text(const Position *pos, char text[DUTY_TEXT_SIZE]) {
    Duty duty = duty_of(pos);
    const char *check = duty.in_check ? ", in check" : duty.in_anticheck ? ", in anticheck" : "";
    const char *capture = !duty.must_capture ? ""
                          : duty.may_pass    ? ", must capture or pass"
                                             : ", must capture";
    snprintf(text, DUTY_TEXT_SIZE, "%s%s", check, capture);
    return text;
}
