// The engine as a player: its time, its failures, and hints. Here a script is in its place.
import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, mock, test } from 'node:test';
import { EnginePlayer } from '../../tools/board/src/play/engine-player.mjs';
import { View } from '../../tools/board/src/view/view.mjs';
import { loadFiles } from './helpers.mjs';

const PLAYERS = { white: { kind: 'person' }, black: { kind: 'engine', level: 2 } };
const MINUTE = { white: 60000, black: 60000, increment: 0 };
const MIND_CONTROL = '6170-fall-2003-mindcontrol';

// Answers when it is told to.
class Service {
    asked = [];

    play(game, options) {
        return this.#ask('play', game, options);
    }

    search(game, options) {
        return this.#ask('search', game, options);
    }

    #ask(kind, game, { level, limits, signal }) {
        return new Promise((resolve, reject) => {
            this.asked.push({ kind, turns: game.history(), level, limits, reject,
                              answer: turn => resolve({ turn }) });
            signal?.addEventListener('abort', () => resolve(null));
        });
    }

    get last() {
        return this.asked.at(-1);
    }
}

let files, view, service, player, said, now;
before(async () => (files = await loadFiles()));

beforeEach(() => {
    now = 0;
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(performance, 'now', () => now);
    view = new View(files);
    service = new Service();
    player = new EnginePlayer(view, service);
    said = [];
    view.addEventListener('said', ({ detail }) => said.push(detail));
});
afterEach(() => {
    view.match.clock?.pause();
    mock.timers.reset();
    mock.restoreAll();
});

// Lets promises go on, then time.
async function pass(ms = 0) {
    for (let i = 0; i < 9; i++)
        await Promise.resolve();
    now += ms;
    mock.timers.tick(ms);
    for (let i = 0; i < 9; i++)
        await Promise.resolve();
}

const history = () => view.match.tree.gameAt(view.match.tip).history();

describe('the engine', () => {
    test('plays at its level, and shows its turn a moment later at no cost', async () => {
        view.startMatch({ ruleset: 'losers', players: PLAYERS, clock: MINUTE });
        view.playTurn('e2e3');
        assert.equal(service.last.level, 2);
        assert.deepEqual(service.last.limits, { wtime: 60000, btime: 60000, winc: 0, binc: 0 });
        await pass(10);
        service.last.answer('b7b5');
        await pass(300);
        assert.deepEqual(history(), ['e2e3']);
        await pass(100);
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
        assert.equal(view.match.clock.left('black'), 59990);
    });

    test('does not lose on time what it is given for the eye', async () => {
        view.startMatch({ ruleset: MIND_CONTROL, players: PLAYERS,
                          clock: { white: 60000, black: 500, increment: 0 } });
        view.playTurn('e2e4,d7d5');
        await pass(100);
        service.last.answer('e4d5,d8d5');
        await pass(250);
        assert.equal(view.halfMove, 'e4d5');
        await pass(800);
        assert.deepEqual(history(), ['e2e4,d7d5', 'e4d5,d8d5']);
        assert.equal(view.match.clock.left('black'), 400);
        assert.equal(view.match.ending, null);
    });

    test('plays on while the user looks back or analyses', async () => {
        view.startMatch({ ruleset: 'losers', players: PLAYERS });
        view.playTurn('e2e3');
        view.goTo(view.tree.root);
        view.setMode('analysis');
        view.playTurn('a2a3');
        service.last.answer('b7b5');
        await pass(400);
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
        assert.equal(service.asked.length, 1);
    });

    test('is asked again once if it fails, then the match waits for the user', async () => {
        view.startMatch({ ruleset: 'losers', players: PLAYERS, clock: MINUTE });
        view.playTurn('e2e3');
        service.last.reject(new Error('no memory'));
        await pass();
        assert.equal(service.asked.length, 2);
        service.last.reject(new Error('no memory'));
        await pass();
        assert.equal(service.asked.length, 2);
        assert.equal(view.match.isPaused, true);
        assert.equal(view.match.clock.running, null);
        assert.match(said.at(-1), /^The engine has failed: no memory\. /);
        view.match.setPaused(false);
        assert.equal(service.asked.length, 3);
        service.last.answer('b7b5');
        await pass(400);
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
    });

    test('does not play what the user has taken back', async () => {
        view.startMatch({ ruleset: 'losers', players: PLAYERS });
        view.playTurn('e2e3');
        service.last.answer('b7b5');
        await pass(100);
        view.match.undo();
        await pass(1000);
        assert.deepEqual(history(), []);
    });
});

describe('a hint', () => {
    test('in mind control is looked for among all turns, or the second halves', async () => {
        view.startMatch({ ruleset: MIND_CONTROL, players: PLAYERS });
        player.hint();
        assert.equal(service.last.limits.searchmoves, undefined);
        service.last.answer('e2e4,d7d5');
        await pass();
        assert.equal(view.hint, 'e2e4,d7d5');
        assert.deepEqual(said, ['Looking for a hint …', 'Hint: e4,d5']);
        view.move('e2', 'e4');
        player.hint();
        const { searchmoves } = service.last.limits;
        assert.ok(searchmoves.length > 10 && searchmoves.every(turn => turn.startsWith('e2e4,')));
        const game = files.newGame(MIND_CONTROL);
        assert.ok(searchmoves.every(turn => game.turns().includes(turn)));
    });

    test('is not asked for while the engine thinks, nor in an earlier position', () => {
        view.startMatch({ ruleset: 'losers', players: PLAYERS });
        view.playTurn('e2e3');
        player.hint();
        view.goTo(view.tree.root);
        player.hint();
        assert.deepEqual(service.asked.map(({ kind }) => kind), ['play']);
    });
});
