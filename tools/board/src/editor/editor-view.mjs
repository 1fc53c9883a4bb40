// The position editor: a board on which pieces are put, and what else a position has.
import { colourName, resultText } from '../announce.mjs';
import { BoardDrag } from '../board/board-drag.mjs';
import { BoardGrid } from '../board/board-grid.mjs';
import { BoardPicture } from '../board/board-picture.mjs';
import { createElement } from '../dom.mjs';
import { forBoth, other } from '../game/colours.mjs';
import { PERSON } from '../play/players.mjs';
import { colourOf, pieceName } from '../pieces.mjs';
import { EditedPosition } from './edited-position.mjs';
import { Palette } from './palette.mjs';

const CASTLING = { K: 'White, king’s side', Q: 'White, queen’s side',
                   k: 'Black, king’s side', q: 'Black, queen’s side' };
const PEOPLE = forBoth(() => PERSON);

const describe = letter => (colourOf(letter) ? pieceName(letter) : 'empty');

// What a position without a problem needs to be said of it.
function statusText({ state, player, ...result }, ruleset) {
    if (state === 'playing')
        return `${colourName(player)} is to move.`;
    return `The game is over here. ${resultText(result, { players: PEOPLE, ruleset })}`;
}

export class PositionEditor {
    #dialog;
    #rules;
    #position = null;
    #picture;
    #grid;
    #palette;
    #orientation = 'white';
    #selected = null; // the square of the piece that the next one pressed gets
    #error = ''; // why what was typed as a FEN is none

    /**
     * dialog: #editor; rules: what loadRules() or loadFiles() gives. onPlay and onAnalyse get
     * { ruleset, fen } of a possible position.
     */
    constructor(dialog, rules, { onPlay, onAnalyse }) {
        this.#dialog = dialog;
        this.#rules = rules;
        const board = dialog.querySelector('.edited-board');
        this.#picture = new BoardPicture(board);
        this.#grid = new BoardGrid(board, square => this.#activate(square));
        this.#palette = new Palette(dialog.querySelector('.palette'), () => this.#select(null));
        this.#makeDrag();
        this.#grid.element.addEventListener('keydown', event => this.#press(event));
        this.#grid.element.addEventListener('contextmenu', event => this.#erase(event));
        this.#form.ruleset.append(...rules.rulesets.map(({ name, title }) =>
            new Option(title, name)));
        this.#makeForm();
        for (const [name, run] of Object.entries({ play: onPlay, analyse: onAnalyse }))
            this.#button(name).addEventListener('click', () => this.#finish(run));
    }

    /** Opens the editor with a position; without fen it is the ruleset's first one. */
    open({ ruleset, fen, orientation = 'white' }) {
        this.#position = new EditedPosition(this.#rules, ruleset);
        if (fen)
            this.#position.readFen(fen);
        this.#error = '';
        this.#turn(orientation);
        this.#dialog.showModal();
    }

    get #form() {
        return this.#dialog.querySelector('form').elements;
    }

    #button(name) {
        return this.#dialog.querySelector(`button[name=${name}]`);
    }

    #finish(run) {
        const { problem, fen } = this.#position.check();
        if (problem)
            return;
        this.#dialog.close();
        run({ ruleset: this.#position.ruleset.name, fen });
    }

    // --- the board ---

    #makeDrag() {
        new BoardDrag(this.#grid, this.#picture, {
            press: square => this.#isMovable(square),
            dragStarted: () => this.#select(null),
            dropped: (from, to) => this.#move(from, to),
        });
    }

    #isMovable(square) {
        return this.#palette.piece === null && this.#position.at(square) !== '.';
    }

    // A click, Enter or the space bar.
    #activate(square) {
        const { piece } = this.#palette;
        if (piece !== null)
            this.#put(square, piece === this.#position.at(square) ? '.' : piece);
        else if (this.#selected && this.#selected !== square)
            this.#move(this.#selected, square);
        else
            this.#select(this.#selected || this.#position.at(square) === '.' ? null : square);
    }

    // Letters put pieces on the square that has the focus, and Delete and Backspace take them off.
    #press(event) {
        const square = this.#grid.squareOf(event.target);
        if (!square || event.altKey || event.ctrlKey || event.metaKey)
            return;
        if (event.key === 'Delete' || event.key === 'Backspace')
            this.#put(square, '.');
        else if (this.#palette.has(event.key))
            this.#put(square, event.key);
        else
            return;
        event.preventDefault();
    }

    #erase(event) {
        const square = this.#grid.squareOf(event.target);
        event.preventDefault();
        if (square)
            this.#put(square, '.');
    }

    #select(square) {
        this.#selected = square;
        this.#update();
    }

    #put(square, letter) {
        this.#position.put(square, letter);
        this.#say(`${square}: ${describe(letter)}`);
        this.#change();
    }

    // Outside the board a piece is gone.
    #move(from, to) {
        if (to)
            this.#position.move(from, to);
        else
            this.#position.put(from, '.');
        this.#say(to ? `${to}: ${describe(this.#position.at(to))}` : `${from}: empty`);
        this.#change();
    }

    #say(text) {
        this.#dialog.querySelector('[aria-live]').textContent = text;
    }

    // --- the rest ---

    #makeForm() {
        const form = this.#dialog.querySelector('form');
        const { castling, fen } = form.elements;
        castling.append(...Object.entries(CASTLING).map(([right, name]) => {
            const box = createElement('input', { type: 'checkbox', name: 'right', value: right });
            return createElement('label', {}, box, ` ${name}`);
        }));
        fen.addEventListener('change', () => this.#readFen(fen.value));
        form.addEventListener('change', ({ target }) => target !== fen && this.#readForm(target));
        form.addEventListener('submit', event => event.preventDefault());
        const press = (name, run) => this.#button(name).addEventListener('click', run);
        press('first', () => this.#change(this.#position.reset()));
        press('clear', () => this.#change(this.#position.clear()));
        press('flip', () => this.#turn(other(this.#orientation)));
    }

    #readForm({ name, value, checked }) {
        const position = this.#position;
        if (name === 'ruleset')
            position.setRuleset(value);
        else if (name === 'player')
            position.player = value;
        else if (name === 'right')
            position.setCastling(value, checked);
        else if (name === 'enPassant')
            position.enPassant = value;
        else if (name === 'whiteChips' || name === 'blackChips')
            position.chips = { ...position.chips, [name.slice(0, 5)]: Number(value) };
        this.#change();
    }

    #readFen(text) {
        this.#selected = null;
        this.#error = '';
        try {
            this.#position.readFen(text);
        } catch ({ message }) {
            this.#error = message;
        }
        this.#update(text);
    }

    #turn(orientation) {
        this.#orientation = orientation;
        this.#grid.turn(orientation === 'black');
        this.#picture.turn(orientation === 'black');
        this.#update();
    }

    #change() {
        this.#selected = null;
        this.#error = '';
        this.#update();
    }

    // fen: what was typed, which stays while it is wrong.
    #update(fen) {
        const position = this.#position;
        const found = position.check();
        this.#showBoard();
        this.#showForm(found);
        this.#form.fen.value = this.#error ? fen : found.fen ?? position.fen;
        const problem = this.#error || (found.problem && `Impossible: ${found.problem}`);
        const state = this.#dialog.querySelector('[role=status]');
        state.textContent = problem ? `${problem}.` : statusText(found.status, position.ruleset);
        state.classList.toggle('error', Boolean(problem));
        this.#button('play').disabled = Boolean(problem) || found.status.state !== 'playing';
        this.#button('analyse').disabled = Boolean(problem);
    }

    #showBoard() {
        this.#picture.showPieces(this.#position.board);
        this.#picture.showMarks(this.#selected ? [['selected', this.#selected]] : []);
        this.#grid.update(square => ({
            label: `${square}, ${describe(this.#position.at(square))}`,
            selected: square === this.#selected,
            movable: this.#isMovable(square),
        }));
    }

    #showForm({ castling, enPassant }) {
        const position = this.#position;
        const form = this.#form;
        const { ruleset } = position;
        this.#palette.show(ruleset);
        form.ruleset.value = ruleset.name;
        form.player.value = position.player;
        form.castling.hidden = !ruleset.castling;
        for (const box of form.castling.querySelectorAll('input')) {
            box.disabled = castling !== undefined && !castling.includes(box.value);
            box.checked = !box.disabled && position.castling.includes(box.value);
        }
        this.#showEnPassant(enPassant ?? [position.enPassant].filter(square => square !== '-'));
        form.chips.hidden = !ruleset.chips;
        form.whiteChips.value = position.chips.white;
        form.blackChips.value = position.chips.black;
    }

    #showEnPassant(squares) {
        const { enPassant } = this.#form;
        enPassant.parentElement.hidden = squares.length === 0;
        enPassant.replaceChildren(new Option('no', '-'),
                                  ...squares.map(square => new Option(square)));
        enPassant.value = squares.includes(this.#position.enPassant) ? this.#position.enPassant
            : '-';
    }
}
