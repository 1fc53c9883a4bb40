// The two players, above and below the board: names, chips, clocks.
import { clockText, other } from './clock.mjs';

const TICK_MS = 100;
const LOW_MS = 20000; // from here on a clock is shown as short

/** A player's name. */
export function playerName({ players }, colour) {
    const { kind, name, level } = players[colour];
    if (name)
        return name;
    if (kind === 'engine')
        return `Misère, level ${level + 1}`;
    if (players[other(colour)].kind === 'engine')
        return 'You';
    return colour === 'white' ? 'White' : 'Black';
}

export class PlayersView {
    #session;
    #bars;

    /** bars: the elements { top, bottom }, each with children .name, .chips and .clock. */
    constructor(bars, session) {
        this.#session = session;
        this.#bars = bars;
        session.addEventListener('change', () => this.#update());
        setInterval(() => session.clock?.running && this.#updateClocks(), TICK_MS);
        this.#update();
    }

    #colours() {
        const { orientation } = this.#session;
        return [[this.#bars.bottom, orientation], [this.#bars.top, other(orientation)]];
    }

    #update() {
        const { player, ruleset, game } = this.#session;
        const chips = ruleset.chips ? game.chips() : { white: 0, black: 0 };
        for (const [bar, colour] of this.#colours()) {
            bar.dataset.colour = colour;
            bar.classList.toggle('to-move', player === colour);
            bar.querySelector('.name').textContent = playerName(this.#session, colour);
            bar.querySelector('.chips').textContent =
                chips[colour] ? `${chips[colour]} ${chips[colour] === 1 ? 'chip' : 'chips'}` : '';
        }
        this.#updateClocks();
    }

    // At an earlier position, the times at that position.
    #times() {
        const { clock, node, tip } = this.#session;
        return node === tip ? clock?.times() : clock && node.clocks;
    }

    #updateClocks() {
        const times = this.#times();
        for (const [bar, colour] of this.#colours()) {
            const element = bar.querySelector('.clock');
            const text = times ? clockText(times[colour]) : '';
            element.hidden = !times;
            element.classList.toggle('low', Boolean(times) && times[colour] < LOW_MS);
            if (element.textContent !== text)
                element.textContent = text;
        }
    }
}
