// The two players, above and below the board: names, chips, clocks.
import { other } from './game/colours.mjs';
import { clockText } from './play/clock.mjs';
import { playerName } from './play/players.mjs';

const TICK_MS = 100;
const LOW_MS = 20000; // from here on a clock is shown as short

export class PlayersView {
    #view;
    #bars;

    /** bars: the elements { top, bottom }, each with children .name, .chips and .clock. */
    constructor(bars, view) {
        this.#view = view;
        this.#bars = bars;
        view.addEventListener('change', () => this.#update());
        setInterval(() => view.match.clock?.running && this.#updateClocks(), TICK_MS);
        this.#update();
    }

    #colours() {
        const { orientation } = this.#view;
        return [[this.#bars.bottom, orientation], [this.#bars.top, other(orientation)]];
    }

    #update() {
        const { player, ruleset, game } = this.#view;
        const chips = ruleset.chips ? game.chips() : { white: 0, black: 0 };
        for (const [bar, colour] of this.#colours()) {
            bar.dataset.colour = colour;
            bar.classList.toggle('to-move', player === colour);
            bar.querySelector('.name').textContent = playerName(this.#view, colour);
            bar.querySelector('.chips').textContent =
                chips[colour] ? `${chips[colour]} ${chips[colour] === 1 ? 'chip' : 'chips'}` : '';
        }
        this.#updateClocks();
    }

    #updateClocks() {
        const times = this.#view.clocks();
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
