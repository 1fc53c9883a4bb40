// Creates and connects the parts of the page.
import { loadFiles } from 'misere/files.mjs';
import { Engine } from 'misere/index.mjs';
import { loadRules } from 'misere/rules.mjs';
import puzzles from 'puzzles';
import { ActionsView } from './actions-view.mjs';
import { analysisKeys, makeAnalysis } from './analysis/analysis-mode.mjs';
import { openAnnotated, showDiagrams } from './annotated.mjs';
import { Announcer } from './announce.mjs';
import { byId } from './dom.mjs';
import { EngineService } from './engine-service.mjs';
import { FilesView } from './files-view.mjs';
import { copyText, fragmentOf, openFragment, readFragment } from './game/link.mjs';
import { GamesDialog, gameText } from './games-dialog.mjs';
import { bindKeys, explainKeys } from './keys.mjs';
import { LearnView } from './learn/learn-view.mjs';
import { PuzzleProgress } from './learn/puzzle-progress.mjs';
import { Autosave } from './library/autosave.mjs';
import { Library } from './library/library.mjs';
import { StorageFull } from './library/storage-full.mjs';
import { Store, storageOrNull } from './library/store.mjs';
import { onMenu } from './menu.mjs';
import { MovesView } from './moves/moves-view.mjs';
import { makePanels } from './panels.mjs';
import { EnginePlayer } from './play/engine-player.mjs';
import { PlayersView } from './players-view.mjs';
import { ViewBoard } from './view/view-board.mjs';
import { View } from './view/view.mjs';

const CLOCK_MS = 1000; // between two times that running clocks are stored

// Opens the game in the address's fragment, if there is one, and removes the fragment, so that the
// same link can be opened again.
function openAddress(view) {
    try {
        const game = readFragment(location.hash);
        if (game)
            openFragment(view, game);
        return game !== null;
    } catch (error) {
        view.say(error.message);
        return false;
    } finally {
        if (location.hash)
            history.replaceState(null, '', location.href.replace(/#.*/s, ''));
    }
}

function showModes(view) {
    const tabs = document.querySelectorAll('nav .tab');
    for (const tab of tabs)
        tab.addEventListener('click', () => view.setMode(tab.dataset.mode));
    const update = () => {
        document.body.dataset.mode = view.mode;
        for (const tab of tabs) {
            if (tab.dataset.mode === view.mode)
                tab.setAttribute('aria-current', 'page');
            else
                tab.removeAttribute('aria-current');
        }
        byId('game').hidden = view.mode === 'learn';
        byId('learn').hidden = view.mode !== 'learn';
        for (const id of ['analysis', 'review', 'variations', 'score-bar'])
            byId(id).hidden = view.mode !== 'analysis';
        byId('title').textContent = view.ruleset.title;
    };
    view.addEventListener('change', update);
    update();
}

function keyActions(view, { panel, player, help }) {
    const go = node => node && view.goTo(node);
    const isGame = run => () => (view.mode === 'learn' ? false : run());
    return [
        { keys: ['ArrowLeft'], names: '←', text: 'one turn back',
          run: isGame(() => go(view.node.parent)) },
        { keys: ['ArrowRight'], names: '→', text: 'one turn on',
          run: isGame(() => go(view.node.children[0])) },
        { keys: ['Home'], names: 'Home', text: 'the first position',
          run: isGame(() => go(view.tree.root)) },
        { keys: ['End'], names: 'End', text: 'the last position',
          run: isGame(() => go(view.tree.lineFrom(view.node).at(-1))) },
        { keys: [], names: 'Esc', text: 'deselects a piece, drops a move made ahead, or takes '
            + 'back the first half of a turn' },
        { keys: [], names: 'Shift Enter', text: 'begins or ends an arrow on the board' },
        { keys: ['f'], names: 'f', text: 'turn the board', run: isGame(() => view.flip()) },
        { keys: ['n'], names: 'n', text: 'new game', run: () => panel.open() },
        { keys: ['u'], names: 'u', text: 'undo', run: isGame(() => view.mode === 'play' && view.match.undo()) },
        { keys: ['h'], names: 'h', text: 'hint', run: isGame(() => player.hint()) },
        { keys: ['?'], names: '?', text: 'this help', run: () => help.showModal() },
    ];
}

// '26 November, 14:05: Losers, Anna – ?, 1-0, 12 turns'.
function describe(view, { touched, ruleset, kind, ...game }) {
    const date = new Date(touched).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
    const { title = ruleset } = view.rules.ruleset(ruleset) ?? {};
    return `${date}: ${title}, ${gameText(game)}${kind === 'study' ? ' (analysis)' : ''}`;
}

function makeMenu(view, { files, dialog, library, autosave }) {
    onMenu('open-file', () => files.choose());
    onMenu('open-games', () => {
        const games = library.recent().map(game =>
            ({ text: describe(view, game), open: () => autosave.open(game.id) }));
        dialog.show('Your games', games, games.length ? '' : 'You have played none yet.');
    });
    onMenu('save-pgn', () => files.save('pgn'));
    onMenu('save-xml', () => files.save('xml'));
    onMenu('show-diagrams', showDiagrams);
    const copy = async (text, what) => {
        byId('menu').hidePopover();
        view.say(await copyText(text) ? `The ${what} has been copied.`
            : `The browser refuses to copy. The ${what}: ${text}`);
    };
    byId('copy-link').addEventListener('click', () =>
        copy(location.href.replace(/#.*/s, '') + fragmentOf(view), 'link'));
    byId('copy-fen').addEventListener('click', () => {
        try {
            copy(view.game.fen(), 'FEN');
        } catch (error) {
            view.say(error.message);
        }
    });
}

// Inside a page of misere-annotate: the board has no address of its own to link to. If the game
// cannot be opened, shows the diagrams of that page.
function openAnnotatedGame(view, files, json) {
    byId('show-diagrams').hidden = false;
    byId('copy-link').hidden = true;
    try {
        openAnnotated(view, files, json);
    } catch (error) {
        view.say(`Not opened: ${error.message}`);
        showDiagrams();
    }
}

// The games are stored as they change; running clocks and what other tabs do need more.
function storeGames(autosave) {
    autosave.start();
    setInterval(() => autosave.saveClocks(), CLOCK_MS);
    addEventListener('pagehide', () => autosave.saveClocks());
    addEventListener('storage', () => autosave.lookElsewhere());
    addEventListener('beforeunload', event => {
        autosave.save();
        if (autosave.isBehind)
            event.preventDefault(); // the browser asks whether to leave
    });
}

function makeHelp(store) {
    const dialog = byId('help');
    const letters = byId('letter-keys');
    letters.checked = store.read('letterKeys') ?? true;
    letters.addEventListener('change', () => store.write('letterKeys', letters.checked));
    onMenu('open-help', () => dialog.showModal());
    return dialog;
}

// Inside a page of misere-annotate nothing is stored.
function makeStorage(view, { isAnnotated, saveAll }) {
    const storage = name => (isAnnotated ? null : storageOrNull(name));
    const onFull = length => full.ask(length);
    const store = new Store(storage('localStorage'), onFull);
    const library = new Library(storage('localStorage'));
    const autosave = new Autosave(view, library,
                                  { tab: new Store(storage('sessionStorage')), shared: store, onFull });
    const full = new StorageFull(byId('storage-full'), library, {
        save: ids => saveAll(autosave.treesOf(ids)),
        onRoom: () => {
            store.retry();
            autosave.save();
        },
    });
    if (!isAnnotated)
        storeGames(autosave);
    return { store, library, autosave };
}

// The rules' module is all that play needs, so the page starts with it alone. That of the files, seven
// times as large, is unpacked when the page has been drawn, or before if it is needed.
async function main() {
    const annotated = byId('annotated-game');
    const view = new View(annotated ? await loadFiles() : await loadRules());
    const dialog = new GamesDialog(byId('games'));
    const files = new FilesView(dialog, byId('file'), view, loadFiles);
    const { store, library, autosave } = makeStorage(view, {
        isAnnotated: annotated !== null,
        saveAll: trees => files.saveAll(trees),
    });
    const board = new ViewBoard(byId('board'), view);
    view.addEventListener('begin', () => {
        if (document.querySelector(':focus-visible')) // who begins by keys goes on by keys
            queueMicrotask(() => board.focus()); // after a dialog has closed
    });
    new PlayersView({ top: byId('player-top'), bottom: byId('player-bottom') }, view);
    new MovesView(byId('moves'), view);
    new Announcer(byId('state'), byId('live'), view);
    showModes(view);

    const service = new EngineService(() => new Engine());
    const player = new EnginePlayer(view, service);
    const panel = makePanels(view, { store, filesView: files });
    const help = makeHelp(store);
    const analysis = makeAnalysis(view, { service, board, store });
    const actions = [...keyActions(view, { panel, player, help }),
                     ...analysisKeys(view, analysis)];
    new ActionsView(byId('actions'), byId('typed-move'), view,
                    { hint: () => player.hint() });
    makeMenu(view, { files, dialog, library, autosave });
    new LearnView(view, store, {
        puzzles,
        progress: new PuzzleProgress(store),
        onPlay: ruleset => panel.open({ ruleset }),
        onAnalyse: game => openFragment(view, game),
    });
    bindKeys(actions, () => byId('letter-keys').checked);
    explainKeys(byId('keys'), actions);

    if (annotated)
        openAnnotatedGame(view, await loadFiles(), annotated.textContent);
    else if (!openAddress(view))
        autosave.importFormer();
    addEventListener('hashchange', () => openAddress(view));
    // After the board has been drawn.
    requestAnimationFrame(() => setTimeout(() => service.start().finally(loadFiles)));
}

main().catch(error => {
    byId('state').textContent = `The board cannot start in this browser: ${error.message}`;
});
