// The analysis of the whole game: the graph of its scores, the marks of its turns, and the button
// that starts it.
import { colourName } from '../announce.mjs';
import { oncePerFrame } from '../frame.mjs';
import { turnText } from '../turns.mjs';
import { MARKS, lossOf, markOf, scoreAt, scoreText } from './evaluation.mjs';
import { ScoreGraph } from './score-graph.mjs';

/** '40 s', '3 min'. */
function timeText(ms) {
    const seconds = Math.max(1, Math.round(ms / 1000));
    return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

export class ReviewView {
    #parts;
    #session;
    #analysis;
    #graph;
    #drawn = '';
    #pointed = null; // the index of the position in the graph that the pointer is on

    /** parts: the elements graph, judgement, summary (a <tbody>), start, progress, left. */
    constructor(parts, session, analysis) {
        this.#parts = parts;
        this.#session = session;
        this.#analysis = analysis;
        this.#graph = new ScoreGraph(parts.graph, {
            onSelect: index => session.goTo(session.tree.mainLine()[index]),
            onPoint: index => this.#point(index),
        });
        parts.start.addEventListener('click', () => this.#toggle());
        const plan = oncePerFrame(() => this.#update());
        session.addEventListener('change', plan);
        session.addEventListener('annotated', plan);
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
        if (this.#session.mode !== 'analysis')
            return;
        const { tree, node } = this.#session;
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
        const { tree, node } = this.#session;
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
        const { tree, ruleset } = this.#session;
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
            const row = document.createElement('tr');
            row.append(this.#cell('th', colourName(colour)),
                       ...[...MARKS].reverse().map(mark => this.#count(colour, mark, turns)),
                       this.#costCell(turns));
            row.firstChild.scope = 'row';
            return row;
        }));
    }

    #costCell(turns) {
        const { tree } = this.#session;
        const losses = turns.map(node => lossOf(tree, node)).filter(loss => loss !== null);
        const sum = losses.reduce((total, loss) => total + loss, 0);
        const word = this.#cell('span', 'points lost a turn');
        word.className = 'word';
        return losses.length ? this.#cell('td', `${(sum / losses.length).toFixed(3)} `, word)
            : this.#cell('td');
    }

    #cell(tag, ...content) {
        const cell = document.createElement(tag);
        cell.append(...content);
        return cell;
    }

    // The number of turns with a mark, as a button that shows the next one of them.
    #count(colour, mark, turns) {
        const { tree } = this.#session;
        const nodes = turns.filter(node => markOf(tree, node) === mark);
        const sign = this.#cell('span', mark.sign);
        sign.className = `sign ${mark.word}`;
        const word = this.#cell('span', nodes.length === 1 ? mark.word : mark.plural);
        word.className = 'word';
        const content = [sign, ` ${nodes.length} `, word];
        if (!nodes.length)
            return this.#cell('td', ...content);
        const button = this.#cell('button', ...content);
        button.type = 'button';
        button.className = 'count';
        button.title = `Show ${colourName(colour)}’s next`;
        button.addEventListener('click', () => {
            const { ply } = this.#session.node;
            this.#session.goTo(nodes.find(node => node.ply > ply) ?? nodes[0]);
        });
        return this.#cell('td', button);
    }
}
