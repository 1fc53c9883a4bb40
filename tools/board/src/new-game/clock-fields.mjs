// The clocks in the New game panel: some usual ones, and any others, which may differ.

const MINUTE = 60000;
const SECOND = 1000;

// Both players' minutes, and the seconds that a turn gives back.
const USUAL = [null, [1, 0], [3, 2], [5, 0], [5, 5], [10, 0], [15, 10], [30, 0], [60, 30]];
const OTHER = 'other';

function nameOf(usual) {
    if (!usual)
        return 'No clock';
    const [minutes, seconds] = usual;
    const increment = seconds ? ` + ${seconds} seconds a turn` : '';
    return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}${increment}`;
}

/** Fills the <select> of the clocks. */
export function fillClocks({ clock }) {
    clock.append(...USUAL.map((usual, i) => new Option(nameOf(usual), i)),
                 new Option('Other …', OTHER));
}

/** Shows a clock: { white, black, increment } in milliseconds, or null. */
export function showClock({ clock, whiteMinutes, blackMinutes, increment }, chosen) {
    const { white, black } = chosen ?? { white: 10 * MINUTE, black: 10 * MINUTE };
    whiteMinutes.value = white / MINUTE;
    blackMinutes.value = black / MINUTE;
    increment.value = (chosen?.increment ?? 0) / SECOND;
    const usual = chosen && USUAL.findIndex(known => known && white === black
        && known[0] * MINUTE === white && known[1] * SECOND === chosen.increment);
    clock.value = chosen ? usual < 0 ? OTHER : usual : 0;
}

/** Are the fields for other clocks needed? */
export const isOther = ({ clock }) => clock.value === OTHER;

/** The clock that is chosen, as for showClock(). */
export function readClock(fields) {
    if (isOther(fields)) {
        const [white, black] = [fields.whiteMinutes, fields.blackMinutes]
            .map(({ value }) => Math.round(Number(value) * MINUTE));
        return { white, black, increment: Math.round(Number(fields.increment.value) * SECOND) };
    }
    const usual = USUAL[fields.clock.value];
    return usual && { white: usual[0] * MINUTE, black: usual[0] * MINUTE,
                      increment: usual[1] * SECOND };
}
