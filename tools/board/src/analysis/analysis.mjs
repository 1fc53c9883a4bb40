// The engine in the mode 'analysis': it looks at the position shown, or goes through the whole
// game.
//
// Events:
//   'change'  a public property has changed; at most once a frame

import { oncePerFrame } from '../frame.mjs';

/** How many lines the engine can be asked for. */
export const MAX_LINES = 5;

const REVIEW_MS = 500; // for each position of the game
const SETTLED_MS = 500; // a score is stored in the tree after this time; a forced win at once

// What is kept of a line.
const noteOf = ({ evaluation, depth, turns: [best] }) => ({ evaluation, depth, best });

export class Analysis extends EventTarget {
    /** Whether the user has switched the engine on. */
    isOn = false;
    /** How many lines the engine is to look for. */
    lineCount = 1;
    /** The position that the engine is looking at, or null. */
    node = null;
    /**
     * What it has found there: [{ evaluation, turns, depth, nodes, nps, time }], the best line
     * first.
     */
    lines = [];
    /**
     * How far the analysis of the whole game has come: { done, total, left (milliseconds) }, or
     * null.
     */
    review = null;
    #view;
    #service;
    #change;
    #reviewed = null; // the Study
    #abort = new AbortController();
    #isAsleep = false;

    /** nextFrame: for oncePerFrame(). */
    constructor(view, service, nextFrame) {
        super();
        this.#view = view;
        this.#service = service;
        this.#change = oncePerFrame(() => this.dispatchEvent(new Event('change')), nextFrame);
        view.addEventListener('change', () => this.#update());
        this.#update();
    }

    /** Switches the engine on or off. */
    setOn(isOn) {
        this.isOn = isOn;
        if (this.review)
            this.#stop();
        this.#update();
        this.#change();
    }

    /** While asleep, the engine does not search the position shown; reviewGame() continues. */
    setAsleep(isAsleep) {
        this.#isAsleep = isAsleep;
        this.#update();
    }

    setLineCount(count) {
        this.lineCount = count;
        if (this.node)
            this.#stop();
        this.#update();
        this.#change();
    }

    /** Searches each position of the main line, and stores its score and best turn in the tree. */
    async reviewGame() {
        const { study } = this.#view;
        const { tree } = study;
        const nodes = tree.mainLine();
        this.#stop();
        this.#reviewed = study;
        const { signal } = this.#abort;
        const start = performance.now();
        for (const [done, node] of nodes.entries()) {
            const each = done ? (performance.now() - start) / done : REVIEW_MS;
            this.review = { done, total: nodes.length, left: each * (nodes.length - done) };
            this.#change();
            if (this.#canAnalyse(node))
                await this.#reviewPosition(study, node, signal);
            if (signal.aborted)
                return;
        }
        this.stopReview();
        this.#view.say('The whole game has been analysed.');
    }

    /** Ends reviewGame(); the scores found so far are kept. */
    stopReview() {
        if (this.review)
            this.#stop();
        this.#update();
        this.#change();
    }

    // False if the game is over, or before a forced pass: then there is nothing to search.
    #canAnalyse(node) {
        const { tree } = this.#view;
        return tree.resultAt(node) === null && !tree.isPassForced(node);
    }

    async #reviewPosition(study, node, signal) {
        let best = null;
        const result = await this.#ask(study.tree.gameAt(node), {
            limits: { movetime: REVIEW_MS },
            signal,
            onLines: ([line]) => (best = line),
        });
        if (!result && !signal.aborted)
            this.#stop();
        else if (result && best)
            study.annotate(node, { ...noteOf(best), best: result.turn });
    }

    #update() {
        const { mode, node, study } = this.#view;
        const isHere = mode === 'analysis';
        if (this.review && isHere && study === this.#reviewed)
            return;
        const isWanted = this.isOn && isHere && !this.#isAsleep;
        const wanted = isWanted && this.#canAnalyse(node) ? node : null;
        if (wanted === this.node && !this.review)
            return;
        this.#stop();
        if (wanted)
            this.#look(wanted);
    }

    #look(node) {
        const { signal } = this.#abort;
        let isSettled = false;
        this.node = node;
        this.#ask(this.#view.tree.gameAt(node), {
            lines: this.lineCount,
            signal,
            onLines: lines => {
                this.lines = lines;
                if (isSettled || lines[0]?.evaluation.mate !== undefined)
                    this.#keep();
                this.#change();
            },
        });
        setTimeout(() => {
            isSettled = true;
            if (!signal.aborted)
                this.#keep();
        }, SETTLED_MS);
    }

    // Stores the score and best turn of the position shown in the tree.
    #keep() {
        const [best] = this.lines;
        if (best)
            this.#view.study.annotate(this.node, noteOf(best));
    }

    // Ends the search and reviewGame().
    #stop() {
        this.#abort.abort();
        this.#abort = new AbortController();
        this.node = null;
        this.lines = [];
        this.review = null;
        this.#reviewed = null;
        this.#change();
    }

    async #ask(game, options) {
        try {
            return await this.#service.analyse(game, options);
        } catch (error) {
            this.isOn = false;
            this.#view.say(`The engine has failed: ${error.message}`);
            this.#stop();
            return null;
        }
    }
}
