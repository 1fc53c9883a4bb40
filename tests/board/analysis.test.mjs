// The engine in the analysis: a position, and a whole game.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Engine } from '../../bin/wasm/node.mjs';
import { Analysis } from '../../tools/board/src/analysis/analysis.mjs';
import { EngineService } from '../../tools/board/src/engine-service.mjs';
import { markOf } from '../../tools/board/src/analysis/evaluation.mjs';
import { View } from '../../tools/board/src/view/view.mjs';
import { loadFiles } from './helpers.mjs';

// White wins with a4, which must be taken, and loses with a3, after which b4 must be.
const FEN = '7k/8/8/1p6/8/8/P7/7K w - - 0 1';
const STALEMATED = 'k7/p7/P7/8/3p4/3P4/4P3/1R2K3 b - - 0 1';
const PEOPLE = { white: { kind: 'person' }, black: { kind: 'person' } };
const PATIENCE_MS = 300000;

let files, service, engine, view, analysis;

before(async () => {
    files = await loadFiles();
    service = new EngineService(() => (engine = new Engine()));
});

after(() => engine.close());

beforeEach(() => {
    view = new View(files);
    analysis = new Analysis(view, service, f => setTimeout(f, 16));
});

function start(settings, ...turns) {
    view.startMatch({ ruleset: 'losers', players: PEOPLE, ...settings });
    for (const turn of turns)
        view.playTurn(turn);
    view.setMode('analysis');
}

// Waits until a condition holds; checks it after each change.
async function until(holds) {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    while (!holds())
        await new Promise((resolve, reject) => {
            analysis.addEventListener('change', resolve, { once: true });
            view.addEventListener('note', resolve, { once: true });
            signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
}

describe('the analysis of a position', () => {
    test('follows the position shown, and keeps what it has found', async () => {
        start({ fen: FEN });
        analysis.setOn(true);
        assert.equal(analysis.node, view.node);
        await until(() => view.tree.root.evaluation);
        assert.ok(view.tree.root.evaluation.mate > 0);
        assert.equal(view.tree.root.best, 'a2a4');
        view.playTurn('a2a3');
        assert.equal(analysis.node, view.node);
        assert.deepEqual(analysis.lines, []);
        await until(() => analysis.lines[0]?.evaluation.mate < 0);
        assert.equal(analysis.lines[0].turns[0], 'b5b4');
        analysis.setOn(false);
        assert.equal(analysis.node, null);
    });

    test('has as many lines as the person wants', async () => {
        start();
        analysis.setLineCount(3);
        analysis.setOn(true);
        // The lines are updated one by one, so two may briefly begin with the same turn.
        const firsts = () => analysis.lines.map(({ turns }) => turns[0]);
        await until(() => new Set(firsts()).size === 3);
        assert.equal(analysis.lines.length, 3);
        assert.ok(firsts().every(turn => view.game.turns().includes(turn)));
        analysis.setLineCount(1);
        await until(() => analysis.lines.length === 1);
        analysis.setOn(false);
    });

    test('rests in other modes, in a hidden page, and where there is nothing to choose', () => {
        start({ ruleset: '6170-spring-2007', fen: STALEMATED });
        analysis.setOn(true);
        assert.equal(analysis.node, view.node);
        view.goTo(view.tree.root);
        assert.equal(analysis.node, null, 'a forced pass');
        view.goTo(view.tree.end);
        analysis.setAsleep(true);
        assert.equal(analysis.node, null);
        analysis.setAsleep(false);
        assert.equal(analysis.node, view.tree.end);
        view.setMode('play');
        assert.equal(analysis.node, null);
        start({ fen: FEN }, 'a2a4', 'b5a4');
        assert.equal(view.result.winner, 'white');
        assert.equal(analysis.node, null);
        analysis.setOn(false);
    });

    test('tells when the engine has failed', async () => {
        const said = [];
        const broken = new EngineService(() => {
            throw new Error('no WebAssembly');
        });
        analysis = new Analysis(view, broken, f => setTimeout(f));
        view.addEventListener('said', ({ detail }) => said.push(detail));
        start();
        analysis.setOn(true);
        await until(() => said.length);
        assert.deepEqual(said, ['The engine has failed: no WebAssembly']);
        assert.equal(analysis.isOn, false);
    });
});

describe('the analysis of a game', () => {
    test('finds the mistakes', async () => {
        start({ fen: FEN }, 'a2a3', 'b5b4', 'a3b4');
        await analysis.reviewGame();
        const [root, first, second, third] = view.tree.mainLine();
        assert.equal(root.best, 'a2a4');
        assert.ok(root.evaluation.mate > 0 && first.evaluation.mate < 0);
        assert.equal(markOf(view.tree, first).word, 'blunder');
        assert.equal(markOf(view.tree, second), null);
        assert.equal(third.evaluation, null, 'the game is over');
        assert.equal(analysis.review, null);
    });

    test('can be stopped, and then the engine looks at the position shown again', async () => {
        start({}, 'e2e3', 'b7b5', 'f1b5');
        analysis.setOn(true);
        const review = analysis.reviewGame();
        assert.equal(analysis.node, null);
        assert.deepEqual(analysis.review, { done: 0, total: 4, left: 2000 });
        await until(() => analysis.review?.done === 1);
        assert.ok(analysis.review.left > 0);
        analysis.stopReview();
        await review;
        assert.equal(analysis.review, null);
        assert.equal(analysis.node, view.node);
        assert.ok(view.tree.root.evaluation);
        assert.equal(view.tree.mainLine()[3].evaluation, null);
        analysis.setOn(false);
    });

    test('goes on while the person looks elsewhere, and ends with another game', async () => {
        start({}, 'e2e3', 'b7b5');
        const review = analysis.reviewGame();
        view.goTo(view.tree.root);
        assert.equal(analysis.review.done, 0);
        start();
        await review;
        assert.equal(analysis.review, null);
    });
});
