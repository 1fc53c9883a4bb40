// The UCI worker: the same node counts as the native engine, and prompt answers while it searches.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { join } from 'node:path';
import { BIN, load, PACKAGE, startNative, startWorker } from './helpers.mjs';

const { loadRules } = await load('node.mjs');

describe('the worker', () => {
    let worker, native;
    before(() => {
        worker = startWorker();
        native = startNative();
    });
    after(() => {
        worker.close();
        native.close();
    });

    test('answers uci like the native engine', async () => {
        const [ours, theirs] = await Promise.all([worker.ask('uci'), native.ask('uci')]);
        assert.deepEqual(ours, theirs);
    });

    test('accepts several lines in a message, and refuses errors like the native engine', async () => {
        const lines = ['position startpos moves e2e5', 'fly', 'setoption name Hash value x', '', 'go depth x'];
        worker.send(lines.join('\n'));
        native.send(lines.join('\n'));
        assert.deepEqual(await worker.until(/^bestmove/), await native.until(/^bestmove/));
        assert.deepEqual(await worker.ask('posi\0tion'), ['info string error: line: contains a NUL byte']);
    });

    test('says that it has no files', async () => {
        const [answer] = await worker.ask('setoption name EvalFile value x.net');
        assert.match(answer, /^info string error: setoption: option EvalFile: .*No such file/);
    });

    test('bench counts the same nodes', async () => {
        const counts = lines => lines.filter(line => !/time|second/.test(line));
        worker.send('bench');
        const lines = await worker.until(/^Nodes\/second/);
        const { stdout } = spawnSync(`${BIN}/misere`, ['bench'], { encoding: 'utf8' });
        assert.deepEqual(counts(lines), counts(stdout.trimEnd().split('\n')));
        const expected = readFileSync('tests/data/bench-nodes', 'utf8').trim();
        assert.ok(lines.includes(`Nodes searched  : ${expected}`));
    });

    test('perft counts what positions.txt says', async () => {
        const rows = readFileSync('tests/data/positions.txt', 'utf8').split('\n')
            .filter(line => line && !line.startsWith('#')).map(line => line.split('\t'));
        assert.ok(rows.length > 50);
        for (const [ruleset, fen, status, counts] of rows) {
            const answers = await worker.ask(`setoption name UCI_Variant value ${ruleset}`,
                `position fen ${fen}`, 'status');
            assert.deepEqual(answers, [`status ${status}`], fen);
            for (const [i, count] of (counts?.trim() || '').split(/[ ,]+/).filter(Boolean).entries()) {
                if (Number(count) > 300000)
                    continue;
                worker.send(`go perft ${i + 1}`);
                assert.equal((await worker.until(/^Nodes/)).at(-1), `Nodes searched: ${count}`, fen);
            }
        }
    });

    test('perft and search agree with the native engine in every ruleset', async () => {
        for (const { name } of (await loadRules()).rulesets) {
            const results = [];
            for (const engine of [worker, native]) {
                await engine.ask(`setoption name UCI_Variant value ${name}`, 'ucinewgame', 'position startpos');
                engine.send('go perft 3');
                const perft = await engine.until(/^Nodes/);
                engine.send('go depth 5');
                const search = await engine.until(/^bestmove/);
                results.push([perft, search.map(line => line.replace(/ (nps|time) \d+/g, ''))]);
            }
            assert.deepEqual(results[0], results[1], name);
        }
    });
});

describe('while it searches, the worker', () => {
    let worker;
    before(() => (worker = startWorker()));
    after(() => worker.close());

    // Sends a line, and waits for its answer.
    async function answer(line, pattern) {
        worker.send(line);
        await worker.until(pattern);
    }

    const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

    for (const ruleset of ['6170-spring-2007', 'losers', '6170-spring-2006-antiking',
                           '6170-fall-2003-mindcontrol'])
        test(`answers stop, isready and ponderhit in ${ruleset}`, async () => {
            await worker.ask(`setoption name UCI_Variant value ${ruleset}`, 'position startpos');
            await answer('go infinite', /^info depth 5 /);
            for (let i = 0; i < 10; i++)
                await answer('isready', /^readyok/);
            await answer('stop', /^bestmove/);
            // A forced win may end the search at once.
            await answer('go ponder movetime 100', /^info depth /);
            await answer('ponderhit', /^bestmove/);
        });

    for (const line of ['go perft 9', 'bench 30'])
        test(`stops ${line}`, async () => {
            worker.send(line);
            await pause(300);
            await answer('stop', /stopped before the end/);
        });

    test('keeps the hash table when it is stopped', async () => {
        const nodes = lines => Number(/ nodes (\d+)/.exec(lines.filter(line => / nodes /.test(line)).at(-1))[1]);
        const search = async () => {
            worker.send('go depth 9');
            return nodes(await worker.until(/^bestmove/));
        };
        await worker.ask('setoption name UCI_Variant value antichess', 'ucinewgame', 'position startpos');
        const fresh = await search();
        await worker.ask('ucinewgame');
        assert.equal(await search(), fresh, 'with an empty table a search repeats to the node');
        await worker.ask('ucinewgame');
        worker.send('go infinite');
        await worker.until(/^info depth 11 /);
        worker.send('stop');
        await worker.until(/^bestmove/);
        const again = await search();
        // How many it saves depends on where it was stopped.
        assert.notEqual(again, fresh);
    });

    test('stops a search that waits for the tablebase, and uses it when it is computed', async () => {
        await worker.ask('setoption name UCI_Variant value suicide', 'position fen 8/8/8/3k4/8/8/8/R7 w - - 0 1');
        worker.send('go depth 4');
        await answer('stop', /^bestmove/);
        worker.send('go depth 4');
        const lines = await worker.until(/^bestmove/);
        assert.match(lines.at(-2), / score mate 17 .* tbhits [1-9]/);
        await worker.ask('setoption name UCI_Variant value antichess', 'ucinewgame', 'position startpos');
    });

    test('waits for a search before it changes the position, as the native engine does', async () => {
        worker.send('position startpos');
        worker.send('go movetime 300');
        worker.send('position startpos moves e2e3');
        worker.send('status');
        const lines = await worker.until(/^status/);
        assert.match(lines.at(-2), /^bestmove/);
        assert.equal(lines.at(-1), 'status playing black');
    });

    test('refuses a new position during an endless search', async () => {
        worker.send('go infinite');
        assert.match((await worker.ask('position startpos')).at(-1), /error: position: not allowed during a search/);
        worker.send('stop');
        await worker.until(/^bestmove/);
    });
});

test('misere.js speaks UCI on the streams of node', () => {
    const { stdout, status } = spawnSync(process.execPath, [join(PACKAGE, 'misere.js')],
        { input: 'position startpos moves e2e4\nstatus\nquit\n', encoding: 'utf8' });
    assert.equal(stdout, 'status playing black\n');
    assert.equal(status, 0);
});
