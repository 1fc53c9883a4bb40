// The New game panel.
import { LEVELS } from './engine-service.mjs';

// The initial time in minutes, and the increment in seconds.
const CLOCKS = [null, [1, 0], [3, 2], [5, 0], [5, 5], [10, 0], [15, 10], [30, 0], [60, 30]];

const clockName = clock => {
    if (!clock)
        return 'No clock';
    const [minutes, seconds] = clock;
    const increment = seconds ? ` + ${seconds} seconds a turn` : '';
    return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}${increment}`;
};

/** The names of the families of rulesets. */
export const FAMILIES = {
    'mate-loses': 'The mated side loses',
    'mate-wins': 'The mated side wins',
    'antiking': 'Anti-kings',
    'mind-control': 'Mind control',
    'losers': 'Losers',
    'non-royal': 'The king is an ordinary piece',
};

const PERSON = { kind: 'person' };
const engine = level => ({ kind: 'engine', level });
const randomColour = () => (Math.random() < 0.5 ? 'white' : 'black');

export class NewGamePanel {
    #dialog;
    #form;
    #session;

    constructor(dialog, session) {
        this.#dialog = dialog;
        this.#form = dialog.querySelector('form');
        this.#session = session;
        this.#fill();
        this.#form.addEventListener('input', () => this.#update());
        this.#form.addEventListener('submit', event => this.#start(event));
        dialog.querySelector('.cancel').addEventListener('click', () => dialog.close());
    }

    /** Opens the panel with the settings of the last game, or with another ruleset. */
    open(ruleset = this.#session.settings.ruleset) {
        if (this.#dialog.open)
            return;
        this.#read({ ...this.#session.settings, ruleset });
        this.#update();
        this.#dialog.showModal();
    }

    #fill() {
        const { ruleset, clock, level, blackLevel } = this.#form.elements;
        const groups = new Map();
        for (const { name, title, family } of this.#session.rulesets) {
            if (!groups.has(family)) {
                const group = document.createElement('optgroup');
                group.label = FAMILIES[family] ?? family;
                groups.set(family, group);
                ruleset.append(group);
            }
            groups.get(family).append(new Option(title, name));
        }
        clock.append(...CLOCKS.map((known, i) => new Option(clockName(known), i)));
        level.max = blackLevel.max = LEVELS.length;
    }

    #error(text) {
        this.#form.querySelector('.error').textContent = text;
    }

    // Shows the settings of the last game.
    #read({ ruleset, players: { white, black }, clock, chips, tournamentDraws }) {
        const { elements } = this.#form;
        const engines = [white, black].filter(({ kind }) => kind === 'engine');
        elements.ruleset.value = ruleset;
        elements.opponent.value = ['person', 'engine', 'none'][engines.length];
        elements.colour.value = white.kind === 'engine' && engines.length === 1 ? 'black' : 'white';
        elements.level.value = (engines[0]?.level ?? Number(elements.level.value) - 1) + 1;
        elements.blackLevel.value = (black.level ?? Number(elements.blackLevel.value) - 1) + 1;
        elements.clock.value = Math.max(0, CLOCKS.findIndex(known => known && clock
            && known[0] * 60000 === clock.initial && known[1] * 1000 === clock.increment));
        elements.whiteChips.value = chips?.white ?? 0;
        elements.blackChips.value = chips?.black ?? 0;
        elements.tournamentDraws.checked = tournamentDraws;
        elements.fen.value = '';
        this.#error('');
    }

    #ruleset() {
        const { value } = this.#form.elements.ruleset;
        return this.#session.rulesets.find(({ name }) => name === value);
    }

    // Hides the settings that have no effect with the current choices.
    #update() {
        const { opponent, level, blackLevel } = this.#form.elements;
        const ruleset = this.#ruleset();
        for (const part of this.#form.querySelectorAll('[data-for]'))
            part.hidden = !part.dataset.for.split(' ').includes(opponent.value);
        this.#form.querySelector('#chips').hidden = !ruleset.chips;
        this.#form.querySelector('label[for="level"]').textContent =
            opponent.value === 'none' ? 'White’s level' : 'Level';
        this.#form.querySelector('#ruleset-note').textContent = noteOf(ruleset);
        for (const range of [level, blackLevel])
            range.nextElementSibling.textContent = levelName(Number(range.value) - 1);
    }

    #players() {
        const { opponent, colour, level, blackLevel } = this.#form.elements;
        const first = engine(Number(level.value) - 1);
        if (opponent.value === 'person')
            return { white: PERSON, black: PERSON };
        if (opponent.value === 'none')
            return { white: first, black: engine(Number(blackLevel.value) - 1) };
        const choice = colour.value === 'random' ? randomColour() : colour.value;
        return choice === 'white' ? { white: PERSON, black: first }
            : { white: first, black: PERSON };
    }

    #start(event) {
        event.preventDefault();
        const { clock, fen, tournamentDraws, whiteChips, blackChips } = this.#form.elements;
        const time = CLOCKS[clock.value];
        const chips = { white: Number(whiteChips.value), black: Number(blackChips.value) };
        const ruleset = this.#ruleset();
        try {
            this.#session.newGame({
                ruleset: ruleset.name,
                players: this.#players(),
                clock: time && { initial: time[0] * 60000, increment: time[1] * 1000 },
                fen: fen.value.trim() || undefined,
                tournamentDraws: tournamentDraws.checked,
                chips: ruleset.chips ? chips : undefined,
            });
            this.#dialog.close();
        } catch (error) {
            this.#error(error.message);
        }
    }
}

function levelName(level) {
    return LEVELS[level] === null ? `${level + 1}: full strength` : String(level + 1);
}

const GOALS = [ // by the number of pieces at which a colour is bare
    'Lose all your pieces',
    'Lose everything but your king',
    'Lose everything but your king and one more piece',
    'Lose everything but your king, your anti-king and one more piece',
];
const STALEMATES = {
    wins: 'A stalemated player wins.',
    draws: 'Stalemate is a draw.',
    'loses-turn': 'A stalemated player must pass.',
    'fewer-wins': 'Stalemate is won by the side with fewer pieces.',
};

/** How a game is won, and what sets it apart. */
export function noteOf({ bareAt, mated, stalemated, halfMoves, antiking, chips }) {
    const mate = { wins: ' or get checkmated', loses: ' or give checkmate' }[mated] ?? '';
    return [
        `${GOALS[bareAt]}${mate}.`,
        halfMoves === 2 && 'In each turn you move a white piece, then a black one.',
        mated === 'never' && 'The king is a piece like any other: there is no check.',
        antiking && 'Anti-kings must stay attacked.',
        STALEMATES[stalemated],
        chips && 'A chip buys a pass.',
    ].filter(Boolean).join(' ');
}
