// The analysis of the whole game: the graph of its scores, the marks of its turns, and the button
// that starts it.
import { colourName } from '../announce.mjs';
import { createButton, createElement } from '../dom.mjs';
import { oncePerFrame } from '../frame.mjs';
import { turnText } from '../game/turns.mjs';
import { MARKS, lossOf, markOf, scoreAt, scoreText } from './evaluation.mjs';
import { ScoreGraph } from './score-graph.mjs';

/** '40 s', '3 min'. */
function timeText(ms) {
    const seconds = Math.max(1, Math.round(ms / 1000));
    return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

const createWord = text => createElement('span', { className: 'word' }, text);

export class ReviewView {
    #parts;
    #view;
    #analysis;
    #graph;
    #drawn = '';
    #pointed = null; // the index of the position in the graph that the pointer is on

    /** parts: the elements graph, judgement, summary (a <tbody>), start, progress, left. */
    constructor(parts, view, analysis) {
        this.#parts = parts;
        this.#view = view;
        this.#analysis = analysis;
        this.#graph = new ScoreGraph(parts.graph, {
            onSelect: index => view.goTo(view.tree.mainLine()[index]),
            onPoint: index => this.#point(index),
        });
        parts.start.addEventListener('click', () => this.#toggle());
        const plan = oncePerFrame(() => this.#update());
        view.addEventListener('change', plan);
        view.addEventListener('note', plan);
        analysis.addEventListener('change', () => this.#update());
        plan();
    }

    #toggle() {
        if (this.#analysis.review)
            this.#analysis.stopReview();
        else
            this.#analysis.reviewGame();
    }

    #update() {
        if (this.#view.mode !== 'analysis')
            return;
        const { tree, node } = this.#view;
        const line = tree.mainLine();
        const isKnown = line.filter(({ evaluation }) => evaluation).length > 1;
        this.#parts.graph.hidden = !isKnown;
        this.#parts.summary.closest('table').hidden = !isKnown;
        if (isKnown) {
            const points = line.map(at => ({ score: scoreAt(tree, at), mark: markOf(tree, at) }));
            const current = line.indexOf(node);
            const drawn = JSON.stringify([points, current, this.#textOf(node)]);
            if (drawn !== this.#drawn) {
                this.#graph.show(points, current, this.#textOf(node));
                this.#summarise(line);
            }
            this.#drawn = drawn;
        }
        this.#point(this.#pointed);
        this.#showProgress(line);
    }

    // Describes the position of the main line with this index, by default the one that is shown.
    #point(index) {
        const { tree, node } = this.#view;
        const at = tree.mainLine()[index] ?? node;
        this.#pointed = index;
        const isShown = !this.#parts.graph.hidden && scoreAt(tree, at);
        this.#parts.judgement.textContent = isShown ? this.#textOf(at) : '';
    }

    #showProgress(line) {
        const { start, progress, left } = this.#parts;
        const { review } = this.#analysis;
        start.textContent = review ? 'Stop' : 'Analyse the whole game';
        start.disabled = line.length < 2;
        progress.hidden = left.hidden = !review;
        if (!review)
            return;
        progress.max = review.total;
        progress.value = review.done;
        left.textContent = `${review.done + 1} of ${review.total}, ${timeText(review.left)} left`;
    }

    // '8. Rxh7 is a mistake (?): −1.37. It costs 0.21 points. Best was Ne2.'
    #textOf(node) {
        const { tree, ruleset } = this.#view;
        const score = scoreText(scoreAt(tree, node));
        const name = node.parent ? turnText(node, ruleset) : 'The start';
        const loss = lossOf(tree, node);
        const mark = markOf(tree, node);
        if (!mark)
            return `${name}: ${score}.${node.parent?.best === node.turn ? ' Best.' : ''}`;
        const [best] = tree.preview(node.parent, [node.parent.best]);
        return `${name} is ${mark.phrase} (${mark.sign}): ${score}.`
            + ` It costs ${loss.toFixed(2)} points.${best ? ` Best was ${best.label}.` : ''}`;
    }

    #summarise(line) {
        this.#parts.summary.replaceChildren(...['white', 'black'].map(colour => {
            const turns = line.filter(({ player }) => player === colour);
            return createElement('tr', {}, createElement('th', { scope: 'row' }, colourName(colour)),
                                 ...[...MARKS].reverse().map(mark => this.#count(colour, mark, turns)),
                                 this.#costCell(turns));
        }));
    }

    #costCell(turns) {
        const { tree } = this.#view;
        const losses = turns.map(node => lossOf(tree, node)).filter(loss => loss !== null);
        const sum = losses.reduce((total, loss) => total + loss, 0);
        return createElement('td', {}, ...losses.length
            ? [`${(sum / losses.length).toFixed(3)} `, createWord('points lost a turn')] : []);
    }

    // The number of turns with a mark, as a button that shows the next one of them.
    #count(colour, mark, turns) {
        const { tree } = this.#view;
        const nodes = turns.filter(node => markOf(tree, node) === mark);
        const content = [createElement('span', { className: `sign ${mark.word}` }, mark.sign),
                         ` ${nodes.length} `, createWord(nodes.length === 1 ? mark.word : mark.plural)];
        const showNext = () => {
            const { ply } = this.#view.node;
            this.#view.goTo(nodes.find(node => node.ply > ply) ?? nodes[0]);
        };
        const title = `Show ${colourName(colour)}’s next`;
        return createElement('td', {}, ...nodes.length
            ? [createButton({ className: 'count', title, onclick: showNext }, ...content)] : content);
    }
}
