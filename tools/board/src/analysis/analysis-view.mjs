// The engine's panel: its switch, the score of the position shown, how deep and how fast it
// searches.
import { oncePerFrame } from '../frame.mjs';
import { turnSquares } from '../game/turns.mjs';
import { MAX_LINES } from './analysis.mjs';
import { scoreAt, scoreText } from './evaluation.mjs';
import { ScoreBar } from './score-bar.mjs';

// '950', '310k', '1.2M'.
function countText(count) {
    if (count < 1000)
        return String(count);
    return count < 1e6 ? `${Math.round(count / 1000)}k` : `${(count / 1e6).toFixed(1)}M`;
}

export class AnalysisView {
    #parts;
    #view;
    #analysis;
    #board;
    #bar;

    /**
     * parts: the elements power (a switch), score, facts, count (a <select>) and bar; board: a
     * ViewBoard, which gets the arrows.
     */
    constructor(parts, view, analysis, board) {
        this.#parts = parts;
        this.#view = view;
        this.#analysis = analysis;
        this.#board = board;
        this.#bar = new ScoreBar(parts.bar);
        for (let count = 1; count <= MAX_LINES; count++)
            parts.count.append(new Option(String(count)));
        parts.power.addEventListener('click', () => analysis.setOn(!analysis.isOn));
        parts.count.addEventListener('change', () =>
            analysis.setLineCount(Number(parts.count.value)));
        const plan = oncePerFrame(() => this.#update());
        view.addEventListener('change', plan);
        view.addEventListener('note', plan);
        analysis.addEventListener('change', () => this.#update());
        plan();
    }

    /** Plays the best known turn; if none is known, switches the engine on. */
    playBest() {
        const best = this.#best();
        if (best)
            this.#view.playLine([best]);
        else
            this.#analysis.setOn(true);
    }

    #best() {
        const { node } = this.#view;
        return this.#linesHere()[0]?.turns[0] ?? node.best;
    }

    #linesHere() {
        const { lines, node } = this.#analysis;
        return node === this.#view.node ? lines : [];
    }

    #update() {
        const { mode, tree, node, orientation } = this.#view;
        if (mode !== 'analysis') {
            this.#board.showArrows([]);
            return;
        }
        const score = this.#linesHere()[0]?.evaluation ?? scoreAt(tree, node);
        const { power, score: text, facts, count } = this.#parts;
        power.setAttribute('aria-checked', String(this.#analysis.isOn));
        count.value = this.#analysis.lineCount;
        text.textContent = score ? scoreText(score) : '';
        facts.textContent = this.#factsText();
        this.#bar.show(score, orientation);
        this.#board.showArrows(this.#arrows());
    }

    #factsText() {
        const { isOn, review, node } = this.#analysis;
        const [best] = this.#linesHere();
        if (review)
            return 'Going through the game';
        if (!isOn)
            return 'The engine is off.';
        if (!node)
            return this.#view.result ? 'The game is over.' : 'The player must pass.';
        return best ? `depth ${best.depth}, ${countText(best.nps)} nodes/s` : 'Thinking …';
    }

    // Arrows for the first turn of each line, the best one drawn last. Between the halves of a
    // turn, only for turns that begin with the first half, and only their second halves.
    #arrows() {
        const { halfMove } = this.#view;
        const best = this.#best();
        const turns = new Set([best, ...this.#linesHere().map(line => line.turns[0])]);
        const prefix = halfMove === null ? '' : `${halfMove},`;
        return [...turns].filter(turn => turn?.startsWith(prefix)).reverse().flatMap(turn =>
            turnSquares(turn.slice(prefix.length)).map(([from, to]) =>
                ({ from, to, kind: turn === best ? 'best' : 'other' })));
    }
}
