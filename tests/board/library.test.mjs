// The library: games that survive other tabs, reloads and a full storage.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, mock, test } from 'node:test';
import { openFragment, readFragment } from '../../tools/board/src/game/link.mjs';
import { Autosave } from '../../tools/board/src/library/autosave.mjs';
import { Library } from '../../tools/board/src/library/library.mjs';
import { Store } from '../../tools/board/src/library/store.mjs';
import { View } from '../../tools/board/src/view/view.mjs';
import { loadFiles } from './helpers.mjs';

const PEOPLE = { white: { kind: 'person' }, black: { kind: 'person' } };
const ABOUT = { kind: 'match', ruleset: 'losers', white: 'A', black: 'B', result: '*', turns: 3 };

// A storage with room for so many characters.
class Storage {
    #texts = new Map();
    #room;

    constructor(room = Infinity) {
        this.#room = room;
    }

    get length() {
        return this.#texts.size;
    }

    key(index) {
        return [...this.#texts.keys()][index] ?? null;
    }

    getItem(name) {
        return this.#texts.get(name) ?? null;
    }

    /** How many characters there is room for, if one text were not there. */
    left(without) {
        return [...this.#texts].filter(([known]) => known !== without)
            .reduce((room, [known, value]) => room - known.length - value.length, this.#room);
    }

    setItem(name, text) {
        if (name.length + text.length > this.left(name))
            throw new Error('QuotaExceededError');
        this.#texts.set(name, text);
    }

    removeItem(name) {
        this.#texts.delete(name);
    }
}

let files, storage;
before(async () => (files = await loadFiles()));
beforeEach(() => (storage = new Storage()));

describe('the library', () => {
    test('keeps each game under its own key, and lists them, the newest first', () => {
        const library = new Library(storage);
        const [first, second] = [1, 2].map(n => library.save(null, { ...ABOUT, turns: n }, { n }));
        library.save(null, { ...ABOUT, turns: 0 }, {});
        mock.method(Date, 'now', () => 9e12);
        library.save(first, { ...ABOUT, turns: 9 }, { n: 3 });
        mock.restoreAll();
        const other = new Library(storage);
        assert.deepEqual(other.recent().map(({ id, turns }) => [id, turns]), [[first, 9], [second, 2]]);
        assert.deepEqual(other.read(first), { n: 3 });
        other.remove(first);
        assert.equal(other.read(first), null);
    });

    test('does not write over what another tab has written: that becomes another game', () => {
        const [one, two] = [new Library(storage), new Library(storage)];
        const id = one.save(null, ABOUT, { by: 'one' });
        two.read(id);
        assert.equal(two.save(id, ABOUT, { by: 'two' }), id);
        assert.equal(two.save(id, ABOUT, { by: 'two' }), id);
        assert.equal(one.changedElsewhere(id), 'on');
        const copy = one.save(id, ABOUT, { by: 'one again' });
        assert.notEqual(copy, id);
        assert.deepEqual([two.read(id), two.read(copy)], [{ by: 'two' }, { by: 'one again' }]);
        assert.equal(one.changedElsewhere(copy), null);
    });

    test('knows if two tabs have written at the same moment', () => {
        const [one, two] = [new Library(storage), new Library(storage)];
        const id = one.save(null, ABOUT, {});
        two.read(id);
        const name = storage.key(0), before = storage.getItem(name);
        one.save(id, ABOUT, { by: 'one' });
        storage.setItem(name, before); // what the other tab still sees
        two.save(id, ABOUT, { by: 'two' });
        assert.equal(one.changedElsewhere(id), 'over');
    });

    test('without room removes nothing, and says which games could go', () => {
        const small = new Storage(1400);
        const text = 'x'.repeat(300);
        const [old, older] = [5, 4].map(now => {
            mock.method(Date, 'now', () => now);
            const id = new Library(small).save(null, ABOUT, { text });
            mock.restoreAll();
            return id;
        });
        const library = new Library(small);
        assert.equal(library.save(null, ABOUT, { text }), null);
        assert.deepEqual(library.recent().map(({ id }) => id), [old, older]);
        assert.ok(library.lacking > 300);
        assert.deepEqual([1, 500, 5000].map(length => library.oldest(length).map(({ id }) => id)),
                         [[older], [older, old], [older, old]]);
        library.remove(older);
        const mine = library.save(null, ABOUT, { text });
        assert.equal(library.save(mine, ABOUT, { text: text.repeat(9) }), null);
        assert.deepEqual(library.read(mine), { text }, 'what was stored before stays');
        assert.deepEqual(library.oldest(5000).map(({ id }) => id), [old], 'what is open cannot go');
    });

    test('works without a storage', () => {
        const library = new Library(null);
        assert.equal(library.save(null, ABOUT, {}), null);
        assert.deepEqual([library.recent(), library.read('x'), library.oldest(9)], [[], null, []]);
    });
});

test('small values that find no room are kept, and stored when there is some', () => {
    const small = new Storage(100);
    const lacking = [];
    const store = new Store(small, length => lacking.push(length));
    small.setItem('other', 'x'.repeat(70));
    store.write('some', 'y'.repeat(30));
    assert.deepEqual([store.read('some'), lacking], ['y'.repeat(30), [32]]);
    small.removeItem('other');
    store.retry();
    assert.equal(new Store(small).read('some'), 'y'.repeat(30));
});

describe('what a tab keeps', () => {
    // A tab; `own`: its sessionStorage.
    function openTab(own = new Storage()) {
        const view = new View(files);
        const library = new Library(storage);
        const autosave = new Autosave(view, library, {
            tab: new Store(own), shared: new Store(storage), onFull: length => full.push(length),
        });
        const said = [], full = [];
        view.addEventListener('said', ({ detail }) => said.push(detail));
        autosave.start();
        return { view, library, autosave, own, said, full };
    }
    const play = (view, ...turns) => turns.forEach(turn => view.playTurn(turn));
    const history = ({ view }) => view.game.history();

    test('is there at once, whatever happens to the tab', () => {
        const tab = openTab();
        tab.view.startMatch({ ruleset: 'losers', players: PEOPLE });
        for (const turn of ['e2e3', 'b7b5', 'f1b5']) {
            play(tab.view, turn);
            assert.deepEqual(history(openTab(tab.own)), history(tab));
        }
        tab.view.match.undo();
        tab.view.flip();
        const again = openTab(tab.own);
        assert.deepEqual(history(again), ['e2e3', 'b7b5']);
        assert.equal(again.view.orientation, 'black');
        again.view.match.redo();
        assert.deepEqual(history(again), ['e2e3', 'b7b5', 'f1b5']);
    });

    test('is half a turn, and the position that is shown', () => {
        const tab = openTab();
        tab.view.startMatch({ ruleset: '6170-fall-2003-mindcontrol', players: PEOPLE });
        play(tab.view, 'e2e4,d7d5');
        tab.view.move('e4', 'd5');
        assert.equal(openTab(tab.own).view.halfMove, 'e4d5');
        tab.view.goTo(tab.view.tree.root);
        assert.deepEqual(history(openTab(tab.own)), []);
    });

    test('is what is analysed, with its variations and notes', () => {
        const tab = openTab();
        openFragment(tab.view, readFragment('#ruleset=losers&turns=e2e3,b7b5&at=1'));
        assert.equal(openTab(tab.own).view.mode, 'analysis');
        play(tab.view, 'a7a6');
        tab.view.study.annotate(tab.view.node, { comment: 'tried' });
        const { view } = openTab(tab.own);
        assert.deepEqual(view.game.history(), ['e2e3', 'a7a6']);
        assert.deepEqual(view.node.notes.after, ['tried']);
        assert.deepEqual(view.tree.mainLine().map(({ turn }) => turn), [null, 'e2e3', 'b7b5']);
    });

    test('is a new game beside the old one, which can be opened again', () => {
        const tab = openTab();
        tab.view.startMatch({ ruleset: 'losers', players: PEOPLE });
        play(tab.view, 'e2e3');
        tab.view.startMatch();
        tab.view.startMatch({ ruleset: 'suicide' });
        play(tab.view, 'a2a3');
        openFragment(tab.view, readFragment('#ruleset=losers&turns=h2h4'));
        const kept = tab.library.recent();
        assert.deepEqual(kept.map(({ kind, turns }) => [kind, turns]).sort(),
                         [['match', 1], ['match', 1], ['study', 1]]);
        tab.autosave.open(kept.find(({ ruleset, kind }) => ruleset === 'losers' && kind === 'match').id);
        assert.equal(tab.view.mode, 'play');
        assert.deepEqual(history(tab), ['e2e3']);
        play(tab.view, 'b7b5');
        assert.equal(tab.library.recent().length, 3);
    });

    test('is what was shown last if the tab’s own state is out of date', () => {
        const { own } = openTab();
        const old = new Storage();
        for (let i = 0; i < own.length; i++)
            old.setItem(own.key(i), own.getItem(own.key(i)));
        const tab = openTab(own);
        tab.view.startMatch({ ruleset: 'losers', players: PEOPLE });
        play(tab.view, 'e2e3');
        assert.deepEqual(history(openTab(old)), ['e2e3']);
    });

    test('is not lost to another tab', () => {
        const one = openTab();
        one.view.startMatch({ ruleset: 'losers', players: PEOPLE });
        play(one.view, 'e2e3');
        const two = openTab();
        assert.deepEqual(history(two), ['e2e3'], 'a new tab shows the last game');
        play(two.view, 'b7b5');
        play(one.view, 'h7h6');
        play(two.view, 'f1b5');
        play(one.view, 'a2a3');
        assert.deepEqual(history(openTab(one.own)), ['e2e3', 'h7h6', 'a2a3']);
        assert.deepEqual(history(openTab(two.own)), ['e2e3', 'b7b5', 'f1b5']);
        assert.deepEqual(one.library.recent().map(({ turns }) => turns), [3, 3]);
    });

    test('rests while the game goes on in another tab', () => {
        const one = openTab();
        const clock = { white: 60000, black: 60000, increment: 0 };
        one.view.startMatch({ ruleset: 'losers', players: PEOPLE, clock });
        play(one.view, 'e2e3');
        const two = openTab();
        play(two.view, 'b7b5');
        two.view.match.clock.pause();
        one.autosave.lookElsewhere();
        assert.equal(one.view.match.isPaused, true);
        assert.equal(one.view.match.clock.running, null);
        assert.equal(one.library.recent().length, 1);
        one.view.match.setPaused(false);
        one.view.match.clock.pause();
        assert.equal(one.library.recent().length, 2);
    });

    test('is not removed by a tab that has seen nothing of it', () => {
        const one = openTab();
        one.view.startMatch({ ruleset: 'losers', players: PEOPLE });
        const two = openTab();
        play(two.view, 'e2e3');
        one.view.startMatch({ ruleset: 'suicide' });
        assert.deepEqual(history(openTab(two.own)), ['e2e3']);
    });

    test('is what two tabs have analysed at the same moment', () => {
        const one = openTab();
        openFragment(one.view, readFragment('#ruleset=losers&turns=e2e3'));
        const two = openTab();
        const name = Array.from({ length: storage.length }, (_, i) => storage.key(i)).find(key => /game/.test(key));
        const before = storage.getItem(name);
        one.view.study.annotate(one.view.node, { comment: 'one' });
        storage.setItem(name, before); // what the other tab still sees
        two.view.study.annotate(two.view.node, { comment: 'two' });
        one.autosave.lookElsewhere();
        const comments = one.library.recent().map(({ id }) => one.library.read(id).tree.turns[0].after);
        assert.deepEqual(comments.flat().sort(), ['one', 'two']);
    });

    test('are the clocks', () => {
        const tab = openTab();
        const clock = { white: 60000, black: 60000, increment: 0 };
        tab.view.startMatch({ ruleset: 'losers', players: PEOPLE, clock });
        play(tab.view, 'e2e3');
        tab.view.match.clock.set({ white: 5000, black: 6000 });
        tab.view.match.clock.start('black');
        tab.autosave.saveClocks();
        const { match } = openTab(tab.own).view;
        for (const running of [match, tab.view.match])
            running.clock.pause();
        assert.ok(match.clock.left('black') <= 6000 && match.clock.left('black') > 1000);
        assert.equal(match.clock.left('white'), 5000);
    });

    test('may be damaged: then it stays where it is, and a new game begins', () => {
        const tab = openTab();
        tab.view.startMatch({ ruleset: 'losers', players: PEOPLE });
        play(tab.view, 'e2e3');
        const [{ id }] = tab.library.recent();
        const name = `misere-board.game.${id}`;
        storage.setItem(name, storage.getItem(name).replace('e2e3', 'e2e9'));
        const damaged = storage.getItem(name);
        const again = openTab(tab.own);
        assert.deepEqual(history(again), []);
        play(again.view, 'e2e4');
        assert.equal(storage.getItem(name), damaged);
    });

    test('is not stored without room, which is told until it is', () => {
        storage = new Storage(2500);
        const tab = openTab();
        tab.view.startMatch({ ruleset: 'losers', players: PEOPLE });
        assert.deepEqual([tab.autosave.isBehind, tab.full], [false, []]);
        storage.setItem('other', 'x'.repeat(storage.left() - 5));
        play(tab.view, 'e2e3');
        assert.deepEqual([tab.library.recent(), tab.autosave.isBehind], [[], true]);
        assert.ok(tab.full[0] > 300, tab.full);
        storage.removeItem('other');
        tab.autosave.save();
        assert.equal(tab.autosave.isBehind, false);
        assert.deepEqual(history(openTab(tab.own)), ['e2e3']);
    });

    test('is what the engine has found last, when another game takes its place', () => {
        const tab = openTab();
        openFragment(tab.view, readFragment('#ruleset=losers&turns=e2e3'));
        tab.view.study.annotate(tab.view.node, { evaluation: { cp: 20 }, depth: 5 });
        openFragment(tab.view, readFragment('#ruleset=losers&turns=h2h4'));
        const stored = tab.autosave.treesOf(tab.library.recent().map(({ id }) => id));
        assert.deepEqual(stored.map(({ end }) => [end.turn, end.notes.depth]).sort(), [['e2e3', 5], ['h2h4', undefined]]);
    });

    test('waits for room also when another game has begun', () => {
        storage = new Storage(4000);
        const tab = openTab();
        tab.view.startMatch({ ruleset: 'losers', players: PEOPLE });
        storage.setItem('other', 'x'.repeat(storage.left() - 5));
        play(tab.view, 'e2e3', 'b7b5');
        tab.view.startMatch({ ruleset: 'suicide' });
        play(tab.view, 'a2a3');
        openFragment(tab.view, readFragment('#ruleset=losers&turns=h2h4'));
        openFragment(tab.view, readFragment('#ruleset=losers&turns=g2g4'));
        assert.deepEqual([tab.library.recent(), tab.autosave.isBehind], [[], true]);
        storage.removeItem('other');
        tab.autosave.save();
        assert.equal(tab.autosave.isBehind, false);
        const stored = tab.autosave.treesOf(tab.library.recent().map(({ id }) => id));
        assert.deepEqual(stored.map(tree => tree.end.turn).sort(), ['a2a3', 'b7b5', 'g2g4', 'h2h4']);
    });

    test('can be read for a file, but for what is damaged', () => {
        const tab = openTab();
        tab.view.startMatch({ ruleset: 'losers', players: PEOPLE });
        play(tab.view, 'e2e3');
        tab.view.match.resign();
        openFragment(tab.view, readFragment('#ruleset=losers&turns=h2h4'));
        const ids = tab.library.recent().map(({ id }) => id);
        const trees = tab.autosave.treesOf([...ids, 'none']);
        assert.deepEqual(trees.map(tree => tree.end.turn).sort(), ['e2e3', 'h2h4']);
        assert.match(trees.map(tree => tree.write(files, 'pgn').text).join(''), /1\. e3 .*1-0/);
    });
});

describe('what the first edition has kept', () => {
    // As that edition has written it: Anna, who is White, against the engine.
    const FORMER = {
        settings: { ruleset: 'losers', clock: { initial: 60000, increment: 1000 } },
        players: { white: { kind: 'person', name: 'Anna' }, black: { kind: 'engine', level: 2 } },
        tree: {
            ruleset: 'losers',
            fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
            tournamentDraws: false,
            turns: [
                [-1, null, { best: 'e2e3' }],
                [0, 'e2e3', { clocks: { white: 50000, black: 60000 }, comment: 'mine' }],
                [1, 'b7b5', { evaluation: { cp: 30 } }],
                [2, 'f1b5', {}],
                [1, 'a7a6', { comment: 'or' }],
                [4, 'f1a6', {}],
                [0, 'd2d4', {}],
            ],
            source: null,
        },
        node: 0, tip: 3, undone: [], clocks: { white: 40000, black: 30000 },
        forfeit: { winner: 'black', reason: 'resignation' }, orientation: 'white', mode: 'play',
        isPaused: false, left: null,
    };
    const importing = former => {
        storage.setItem('misere-board.session', JSON.stringify(former));
        const view = new View(files), library = new Library(storage);
        const autosave = new Autosave(view, library, { tab: new Store(null), shared: new Store(storage) });
        autosave.importFormer();
        return { view, library, autosave };
    };

    test('is taken over once, with all that was known', () => {
        const { view, library, autosave } = importing(FORMER);
        const [{ id, ...about }, ...others] = library.recent();
        assert.deepEqual(others, []);
        assert.equal(storage.getItem('misere-board.session'), null);
        assert.deepEqual([about.white, about.black, about.result], ['Anna', 'Misère, level 3', '0-1']);
        autosave.open(id);
        const { tree } = view;
        assert.deepEqual(tree.mainLine().map(({ turn }) => turn), [null, 'e2e3', 'b7b5', 'f1b5']);
        const [e3, d4] = tree.root.children, [b5, a6] = e3.children;
        assert.deepEqual([d4.turn, a6.turn, a6.children[0].turn], ['d2d4', 'a7a6', 'f1a6']);
        assert.deepEqual([e3.notes.after, a6.notes.after, e3.notes.clock], [['mine'], ['or'], 50000]);
        assert.deepEqual([tree.root.best, b5.evaluation], ['e2e3', { cp: 30 }]);
        assert.deepEqual(tree.outcomeAt(tree.end), { winner: 'black', reason: 'resignation' });
        const pgn = tree.write(files, 'pgn').text;
        for (const part of ['[White "Anna"]', '[TimeControl "60+1"]', '[Result "0-1"]'])
            assert.ok(pgn.includes(part), `${part} in ${pgn}`);
    });

    test('is a game of a file, too, and the game that it had pushed aside', () => {
        const { tags, ...data } = files.read('x.pgn', new TextEncoder().encode(
            '[White "Zoë"]\n[Site "Here"]\n[Variant "losers"]\n[Result "1-0"]\n\n1. e3 { so } 1-0\n'))[0].data();
        const { turns, ...about } = data;
        const opened = {
            ...FORMER, forfeit: null, clocks: null, settings: { clock: null }, tip: 1, left: FORMER,
            players: { white: { kind: 'person', name: 'Zoë' }, black: { kind: 'person', name: '' } },
            tree: { ...FORMER.tree, turns: [[-1, null, {}], [0, 'e2e3', { comment: 'so', told: turns[0] }]],
                    source: { data: { ...about, tags }, tip: 1 } },
        };
        const { library, autosave } = importing(opened);
        assert.equal(library.recent().length, 2);
        const { id } = library.recent().find(({ turns: count }) => count === 1);
        const [tree] = autosave.treesOf([id]);
        const pgn = tree.write(files, 'pgn').text;
        for (const part of ['[White "Zoë"]', '[Site "Here"]', '1. e3 { so } 1-0'])
            assert.ok(pgn.includes(part), `${part} in ${pgn}`);
    });

    test('stays where it is if it is damaged, or if there is no room', () => {
        const { library } = importing({ ...FORMER, tree: null });
        assert.deepEqual(library.recent(), []);
        assert.ok(storage.getItem('misere-board.session'));
        storage = new Storage(JSON.stringify(FORMER).length + 100);
        importing(FORMER);
        assert.ok(storage.getItem('misere-board.session'));
    });
});
