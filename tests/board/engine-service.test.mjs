// One engine for play, hints and analysis: the last request counts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Engine } from '../../bin/wasm/node.mjs';
import { EngineService } from '../../tools/board/src/engine-service.mjs';
import { loadFiles } from './helpers.mjs';

describe('the engine service', () => {
    let files, service, engine;
    before(async () => {
        files = await loadFiles();
        service = new EngineService(() => (engine = new Engine()));
    });
    after(() => engine.close());

    test('plays the only turn', async () => {
        const game = files.newGame('losers').play('e2e3').play('b7b5');
        const { turn } = await service.play(game, { level: 0, limits: { movetime: 50 } });
        assert.equal(turn, 'f1b5');
    });

    test('plays first, and analyses meanwhile nothing', async () => {
        const game = files.newGame('losers');
        const order = [];
        let isRunning;
        const running = new Promise(resolve => (isRunning = resolve));
        const analysis = service.analyse(game, { onLines: ([{ depth }]) => {
            if (order.length === 0)
                isRunning();
            else if (order.length === 1 && depth > 1) {
                order.push('lines');
                service.stop();
            }
        } });
        await running;
        const hint = analysis.then(() => order.push('analysis'));
        game.play('e2e3').play('b7b5');
        const { turn } = await service.play(game, { level: 0, limits: { movetime: 50 } });
        order.push(turn);
        await hint;
        assert.deepEqual(order, ['f1b5', 'lines', 'analysis']);
    });

    test('a hint waits for the player’s turn, and does not end its search', async () => {
        const game = files.newGame('losers').play('e2e3').play('b7b5');
        const order = [];
        await Promise.all([
            service.play(game, { level: 0, limits: { movetime: 300 } })
                .then(({ turn }) => order.push(`play ${turn}`)),
            service.search(game, { limits: { movetime: 50 } })
                .then(({ turn }) => order.push(`hint ${turn}`)),
        ]);
        assert.deepEqual(order, ['play f1b5', 'hint f1b5']);
    });

    test('searches only the turns that it is asked for', async () => {
        const game = files.newGame('losers');
        const limits = { movetime: 50, searchmoves: ['a2a3'] };
        const search = service.search(game, { limits });
        game.play('e2e3').play('b7b5');
        assert.equal((await search).turn, 'a2a3');
        await assert.rejects(service.search(game, { limits }), /^Error: go: 'a2a3' is not legal$/);
    });

    test('a new request ends the one before, and each has its own position', async () => {
        const game = files.newGame('losers');
        const first = service.search(game, { limits: { movetime: 60000 } });
        game.play('e2e3').play('b7b5');
        const second = service.search(game, { limits: { movetime: 60000 } });
        const third = service.search(game, { limits: { movetime: 50 } });
        assert.deepEqual([await first, await second, (await third).turn], [null, null, 'f1b5']);
    });

    test('a signal ends a request, also before it has begun', async () => {
        const abort = new AbortController();
        const options = { limits: { movetime: 60000 }, signal: abort.signal };
        const search = service.search(files.newGame(), options);
        setTimeout(() => abort.abort(), 100);
        assert.equal(await search, null);
        assert.equal(await service.search(files.newGame(), options), null);
    });

    test('analyses with several lines, from White’s view', async () => {
        const game = files.newGame('losers').play('e2e3');
        let lines = [];
        const analysis = service.analyse(game, { lines: 3, onLines: found => {
            lines = found;
            if (found.length === 3 && found.every(({ depth }) => depth > 4))
                service.stop();
        } });
        assert.equal(await analysis, null);
        assert.equal(lines.length, 3);
        const legal = game.turns();
        for (const { turns, evaluation } of lines) {
            assert.ok(legal.includes(turns[0]));
            assert.ok('cp' in evaluation || 'mate' in evaluation);
        }
        const forBlack = ({ evaluation: { mate, cp } }) =>
            (mate === undefined ? -cp : mate - 1e6 * Math.sign(mate));
        assert.ok(forBlack(lines[0]) >= forBlack(lines[2]), 'the best line for Black comes first');
    });

    test('goes on after an error', async () => {
        const bad = { ruleset: 'losers', startFen: 'nonsense', tournamentDraws: false,
                      history: () => [] };
        const limits = { movetime: 50 };
        await assert.rejects(service.search(bad, { limits }));
        const { turn } = await service.search(files.newGame('losers'), { limits });
        assert.ok(files.newGame('losers').turns().includes(turn));
    });
});
