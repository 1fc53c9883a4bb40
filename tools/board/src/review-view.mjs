// The whole game: the graph of its scores, what its turns have cost, and the button that analyses them all.
import { MARKS, lossOf, markOf, scoreAt } from './evaluation.mjs';
import { ScoreGraph } from './score-graph.mjs';

const NAMES = { white: 'White', black: 'Black' };

/** A turn with its number: '3. e2-e4', '3 … e7-e5'; in mind control each turn has a number of its own. */
export function turnName({ player, number, label }, ruleset) {
    return player === 'white' || ruleset.halfMoves === 2 ? `${number}. ${label}` : `${number} … ${label}`;
}

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
    #isDue = false;

    /** parts: the elements graph, judgement, summary (a <tbody>), start, progress, left. */
    constructor(parts, session, analysis) {
        this.#parts = parts;
        this.#session = session;
        this.#analysis = analysis;
        this.#graph = new ScoreGraph(parts.graph, ply => session.goTo(session.tree.mainLine()[ply]));
        parts.start.addEventListener('click', () => this.#toggle());
        session.addEventListener('change', () => this.#plan());
        session.addEventListener('annotated', () => this.#plan());
        analysis.addEventListener('change', () => this.#plan());
        this.#plan();
    }

    #toggle() {
        if (this.#analysis.review)
            this.#analysis.stopReview();
        else
            this.#analysis.reviewGame();
    }

    #plan() {
        if (!this.#isDue)
            requestAnimationFrame(() => this.#update());
        this.#isDue = true;
    }

    #update() {
        this.#isDue = false;
        if (this.#session.mode !== 'analysis')
            return;
        const { tree, node } = this.#session;
        const line = tree.mainLine();
        const hasScores = line.length > 1 && line.some(({ evaluation }) => evaluation);
        this.#parts.graph.hidden = !hasScores;
        this.#parts.summary.closest('table').hidden = !hasScores;
        if (hasScores) {
            this.#graph.show(line.map(at => this.#point(at)), line.indexOf(node));
            this.#summarise(line);
        }
        this.#judge(node);
        this.#showProgress(line);
    }

    #point(node) {
        const { tree, ruleset } = this.#session;
        return { text: node.parent ? turnName(node, ruleset) : 'The start', score: scoreAt(tree, node),
                 mark: markOf(tree, node) };
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

    // What to say of the turn that led to the position shown.
    #judge(node) {
        const { tree, ruleset } = this.#session;
        const loss = lossOf(tree, node);
        const mark = markOf(tree, node);
        let text = '';
        if (mark) {
            const [best] = tree.preview(node.parent, [node.parent.best]);
            const what = mark.word === 'dubious' ? mark.word : `a ${mark.word}`;
            text = `${turnName(node, ruleset)} is ${what} (${mark.sign}): it costs ${loss.toFixed(2)} points. `
                + `Best was ${best.label}.`;
        } else if (loss !== null && node.turn === node.parent.best) {
            text = `${turnName(node, ruleset)} is the engine’s choice.`;
        }
        this.#parts.judgement.textContent = text;
    }

    #summarise(line) {
        this.#parts.summary.replaceChildren(...['white', 'black'].map(colour => {
            const turns = line.filter(({ player }) => player === colour);
            const row = document.createElement('tr');
            row.append(this.#cell('th', NAMES[colour]),
                       ...[...MARKS].reverse().map(mark => this.#count(colour, mark, turns)),
                       this.#cell('td', this.#costText(turns)));
            row.firstChild.scope = 'row';
            return row;
        }));
    }

    #costText(turns) {
        const losses = turns.map(node => lossOf(this.#session.tree, node)).filter(loss => loss !== null);
        const sum = losses.reduce((total, loss) => total + loss, 0);
        return losses.length ? `${(sum / losses.length).toFixed(3)} points a turn` : '';
    }

    #cell(tag, ...content) {
        const cell = document.createElement(tag);
        cell.append(...content);
        return cell;
    }

    // How many turns have a mark; a button leads from one to the next.
    #count(colour, mark, turns) {
        const { tree } = this.#session;
        const nodes = turns.filter(node => markOf(tree, node) === mark);
        const sign = this.#cell('span', mark.sign);
        sign.className = `sign ${mark.word}`;
        const text = `${nodes.length} ${nodes.length === 1 ? mark.word : mark.plural}`;
        if (!nodes.length)
            return this.#cell('td', sign, ` ${text}`);
        const button = this.#cell('button', sign, ` ${text}`);
        button.type = 'button';
        button.className = 'count';
        button.title = `Show ${NAMES[colour]}’s next`;
        button.addEventListener('click', () => {
            const { ply } = this.#session.node;
            this.#session.goTo(nodes.find(node => node.ply > ply) ?? nodes[0]);
        });
        return this.#cell('td', button);
    }
}
