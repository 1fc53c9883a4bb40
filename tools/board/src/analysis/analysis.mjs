// The engine in the mode 'analysis': it looks at the position shown, or goes through the whole
// game.
//
// Events:
//   'change'  a public property has changed; at most once a frame

import { oncePerFrame } from '../frame.mjs';
import { isPassForced } from '../game-tree.mjs';

/** How many lines the engine can be asked for. */
export const MAX_LINES = 5;

const REVIEW_MS = 500; // for each position of the game
const SETTLED_MS = 500; // a score is stored in the tree after this time; a forced win at once

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
    #session;
    #service;
    #change;
    #reviewed = null; // the tree
    #abort = new AbortController();
    #isAsleep = false;

    /** nextFrame: for oncePerFrame(). */
    constructor(session, service, nextFrame) {
        super();
        this.#session = session;
        this.#service = service;
        this.#change = oncePerFrame(() => this.dispatchEvent(new Event('change')), nextFrame);
        session.addEventListener('change', () => this.#update());
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
        const { tree } = this.#session;
        const nodes = tree.mainLine();
        this.#stop();
        this.#reviewed = tree;
        const { signal } = this.#abort;
        const start = performance.now();
        for (const [done, node] of nodes.entries()) {
            const each = done ? (performance.now() - start) / done : REVIEW_MS;
            this.review = { done, total: nodes.length, left: each * (nodes.length - done) };
            this.#change();
            if (this.#canAnalyse(node))
                await this.#reviewPosition(tree, node, signal);
            if (signal.aborted)
                return;
        }
        this.stopReview();
        this.#session.say('The whole game has been analysed.');
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
        const game = this.#session.tree.gameAt(node);
        return game.status().state === 'playing' && !isPassForced(game);
    }

    async #reviewPosition(tree, node, signal) {
        let best = null;
        const result = await this.#ask(tree.gameAt(node), {
            limits: { movetime: REVIEW_MS },
            signal,
            onLines: ([line]) => (best = line),
        });
        if (!result && !signal.aborted)
            this.#stop();
        else if (result && best)
            this.#session.annotate(node, { evaluation: best.evaluation, best: result.turn });
    }

    #update() {
        const { mode, node, tree } = this.#session;
        const isHere = mode === 'analysis';
        if (this.review && isHere && tree === this.#reviewed)
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
        this.#ask(this.#session.tree.gameAt(node), {
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
            this.#session.annotate(this.node, { evaluation: best.evaluation, best: best.turns[0] });
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
            this.#session.say(`The engine has failed: ${error.message}`);
            this.#stop();
            return null;
        }
    }
}
