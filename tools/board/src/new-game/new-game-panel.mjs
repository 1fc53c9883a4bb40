// The New game panel.
import { createElement } from '../dom.mjs';
import { LEVELS } from '../engine-service.mjs';
import { fillClocks, isOther, readClock, showClock } from './clock-fields.mjs';
import { FAMILIES, noteOf } from './rules-text.mjs';

const FULL_STRENGTH = 2500; // on the engine's own scale; see docs/engine.md
const WORDS = ['beginner', 'novice', 'casual player', 'keen player', 'club player',
               'strong club player', 'expert', 'full strength'];

const levelText = level =>
    `${level + 1}: ${WORDS[level]}, Elo ${LEVELS[level] ?? FULL_STRENGTH}`;

const engine = level => ({ kind: 'engine', level });
const person = name => ({ kind: 'person', ...name.trim() && { name: name.trim() } });
const randomColour = () => (Math.random() < 0.5 ? 'white' : 'black');

export class NewGamePanel {
    #dialog;
    #form;
    #view;

    /** onEdit({ ruleset, fen }) is called to have a position edited. */
    constructor(dialog, view, { onEdit }) {
        this.#dialog = dialog;
        this.#form = dialog.querySelector('form');
        this.#view = view;
        this.#fill();
        this.#form.addEventListener('input', () => this.#update());
        this.#form.addEventListener('submit', event => this.#start(event));
        dialog.querySelector('.edit').addEventListener('click', () => {
            const { ruleset, fen } = this.#form.elements;
            dialog.close();
            onEdit({ ruleset: ruleset.value, fen: fen.value.trim() });
        });
    }

    /** Opens the panel with the settings of the last game, or with another ruleset or position. */
    open({ ruleset, fen = '' } = {}) {
        if (this.#dialog.open)
            return;
        const { settings } = this.#view.match;
        this.#show({ ...settings, ruleset: ruleset ?? settings.ruleset, fen });
        this.#update();
        this.#dialog.showModal();
    }

    #fill() {
        const { ruleset, level, blackLevel } = this.#form.elements;
        const groups = new Map();
        for (const { name, title, family } of this.#view.rulesets) {
            if (!groups.has(family)) {
                const group = createElement('optgroup', { label: FAMILIES[family] ?? family });
                groups.set(family, group);
                ruleset.append(group);
            }
            groups.get(family).append(new Option(title, name));
        }
        fillClocks(this.#form.elements);
        level.max = blackLevel.max = LEVELS.length;
    }

    #error(text) {
        this.#form.querySelector('.error').textContent = text;
    }

    #show({ ruleset, players: { white, black }, clock, chips, tournamentDraws, fen }) {
        const { elements } = this.#form;
        const engines = [white, black].filter(({ kind }) => kind === 'engine');
        elements.ruleset.value = ruleset;
        elements.opponent.value = ['person', 'engine', 'none'][engines.length];
        elements.colour.value = white.kind === 'engine' && engines.length === 1 ? 'black' : 'white';
        elements.level.value = (engines[0]?.level ?? Number(elements.level.value) - 1) + 1;
        elements.blackLevel.value = (black.level ?? Number(elements.blackLevel.value) - 1) + 1;
        elements.name.value = [white, black].find(({ kind }) => kind === 'person')?.name ?? '';
        elements.blackName.value = engines.length === 0 ? black.name ?? '' : '';
        showClock(elements, clock);
        const [, whiteChips, blackChips] = /chips:(\d+)\/(\d+)/.exec(fen) ?? [];
        elements.whiteChips.value = whiteChips ?? chips?.white ?? 0;
        elements.blackChips.value = blackChips ?? chips?.black ?? 0;
        elements.tournamentDraws.checked = tournamentDraws;
        elements.fen.value = fen;
        this.#form.querySelector('details').open = Boolean(fen);
        this.#error('');
    }

    get #ruleset() {
        return this.#view.rules.ruleset(this.#form.elements.ruleset.value);
    }

    // Hides the settings that have no effect with the current choices.
    #update() {
        const { elements } = this.#form;
        const opponent = elements.opponent.value;
        for (const part of this.#form.querySelectorAll('[data-for]'))
            part.hidden = !part.dataset.for.split(' ').includes(opponent);
        const label = (id, text) => {
            this.#form.querySelector(`label[for=${id}]`).textContent = text;
        };
        label('level', opponent === 'none' ? 'White’s level' : 'Level');
        label('name', opponent === 'person' ? 'White’s name' : 'Your name');
        elements.chips.hidden = !this.#ruleset.chips;
        elements.times.hidden = elements.times.disabled = !isOther(elements);
        this.#form.querySelector('#ruleset-note').textContent = noteOf(this.#ruleset);
        for (const range of [elements.level, elements.blackLevel])
            range.nextElementSibling.textContent = range.ariaValueText = levelText(Number(range.value) - 1);
    }

    #players() {
        const { opponent, colour, level, blackLevel, name, blackName } = this.#form.elements;
        const first = engine(Number(level.value) - 1);
        if (opponent.value === 'person')
            return { white: person(name.value), black: person(blackName.value) };
        if (opponent.value === 'none')
            return { white: first, black: engine(Number(blackLevel.value) - 1) };
        const choice = colour.value === 'random' ? randomColour() : colour.value;
        const user = person(name.value);
        return choice === 'white' ? { white: user, black: first } : { white: first, black: user };
    }

    #start(event) {
        event.preventDefault();
        const { fen, tournamentDraws, whiteChips, blackChips } = this.#form.elements;
        const chips = { white: Number(whiteChips.value), black: Number(blackChips.value) };
        const ruleset = this.#ruleset;
        try {
            this.#view.startMatch({
                ruleset: ruleset.name,
                players: this.#players(),
                clock: readClock(this.#form.elements),
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
