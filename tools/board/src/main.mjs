// Creates and connects the parts of the page.
import { loadFiles } from 'misere/files.mjs';
import { Engine } from 'misere/index.mjs';
import puzzles from 'puzzles';
import { ActionsView } from './actions-view.mjs';
import { analysisKeys, makeAnalysis } from './analysis/analysis-mode.mjs';
import { Announcer } from './announce.mjs';
import { openAnnotated, showDiagrams } from './annotated.mjs';
import { EnginePlayer } from './engine-player.mjs';
import { EngineService } from './engine-service.mjs';
import { FilesView } from './files-view.mjs';
import { bindKeys, explainKeys } from './keys.mjs';
import { LearnView } from './learn/learn-view.mjs';
import { PuzzleProgress } from './learn/puzzle-progress.mjs';
import { MovesView } from './moves-view.mjs';
import { PlayersView } from './players-view.mjs';
import { SessionBoard } from './session-board.mjs';
import { Session } from './session.mjs';
import { NewGamePanel } from './settings.mjs';
import { copyText, fragmentOf, openFragment, readFragment } from './share.mjs';
import { Store, keepSession, localStorageOrNull, restoreSession } from './store.mjs';

const element = id => document.getElementById(id);

// Opens the game in the address's fragment, if there is one, and removes the fragment, so that the
// same link can be opened again.
function openAddress(session) {
    try {
        const game = readFragment(location.hash);
        if (game)
            openFragment(session, game);
        return game !== null;
    } catch (error) {
        session.say(error.message);
        return false;
    } finally {
        if (location.hash)
            history.replaceState(null, '', location.href.replace(/#.*/s, ''));
    }
}

function showModes(session) {
    const tabs = document.querySelectorAll('nav .tab');
    for (const tab of tabs)
        tab.addEventListener('click', () => session.setMode(tab.dataset.mode));
    const update = () => {
        document.body.dataset.mode = session.mode;
        for (const tab of tabs) {
            if (tab.dataset.mode === session.mode)
                tab.setAttribute('aria-current', 'page');
            else
                tab.removeAttribute('aria-current');
        }
        element('game').hidden = session.mode === 'learn';
        element('learn').hidden = session.mode !== 'learn';
        for (const id of ['analysis', 'review', 'variations', 'score-bar'])
            element(id).hidden = session.mode !== 'analysis';
        element('title').textContent = session.ruleset.title;
    };
    session.addEventListener('change', update);
    update();
}

function keyActions(session, { panel, player, help }) {
    const go = node => node && session.goTo(node);
    const end = () => {
        let node = session.node;
        while (node.children.length)
            node = node.children[0];
        return session.mode === 'play' ? session.tip : node;
    };
    const isGame = run => () => (session.mode === 'learn' ? false : run());
    return [
        { keys: ['ArrowLeft'], names: '←', text: 'one turn back',
          run: isGame(() => go(session.node.parent)) },
        { keys: ['ArrowRight'], names: '→', text: 'one turn on',
          run: isGame(() => go(session.node.children[0])) },
        { keys: ['Home'], names: 'Home', text: 'the first position',
          run: isGame(() => go(session.tree.root)) },
        { keys: ['End'], names: 'End', text: 'the last position', run: isGame(() => go(end())) },
        { keys: [], names: 'Esc',
          text: 'deselects a piece, or takes back the first half of a turn' },
        { keys: ['f'], names: 'f', text: 'turn the board', run: isGame(() => session.flip()) },
        { keys: ['n'], names: 'n', text: 'new game', run: () => panel.open() },
        { keys: ['u'], names: 'u', text: 'undo', run: isGame(() => session.undo()) },
        { keys: ['h'], names: 'h', text: 'hint', run: isGame(() => player.hint()) },
        { keys: ['?'], names: '?', text: 'this help', run: () => help.showModal() },
    ];
}

function makeMenu(session, files) {
    const menu = element('menu');
    const choose = (id, run) => element(id).addEventListener('click', () => {
        menu.hidePopover();
        run();
    });
    choose('open-file', () => files.choose());
    choose('save-pgn', () => files.save('pgn'));
    choose('save-xml', () => files.save('xml'));
    choose('show-diagrams', showDiagrams);
    const copy = async (text, what) => {
        menu.hidePopover();
        session.say(await copyText(text) ? `The ${what} has been copied.`
            : `The browser refuses to copy. The ${what}: ${text}`);
    };
    element('copy-link').addEventListener('click', () =>
        copy(location.href.replace(/#.*/s, '') + fragmentOf(session), 'link'));
    element('copy-fen').addEventListener('click', () => {
        try {
            copy(session.game.fen(), 'FEN');
        } catch (error) {
            session.say(error.message);
        }
    });
    element('open-help').addEventListener('click', () => menu.hidePopover());
}

// Inside a page of misere-annotate: the board has no address of its own to link to. If the game
// cannot be opened, shows the diagrams of that page.
function openAnnotatedGame(session, json) {
    element('show-diagrams').hidden = false;
    element('copy-link').hidden = true;
    try {
        openAnnotated(session, json);
    } catch (error) {
        session.say(`Not opened: ${error.message}`);
        showDiagrams();
    }
}

function makeHelp(store) {
    const dialog = element('help');
    const letters = element('letter-keys');
    letters.checked = store.read('letterKeys') ?? true;
    letters.addEventListener('change', () => store.write('letterKeys', letters.checked));
    element('open-help').addEventListener('click', () => dialog.showModal());
    dialog.querySelector('.cancel').addEventListener('click', () => dialog.close());
    return dialog;
}

async function main() {
    const session = new Session(await loadFiles());
    // Inside a page of misere-annotate nothing is stored, so that the user's own game is not
    // replaced.
    const annotated = element('annotated-game');
    const store = new Store(annotated ? null : localStorageOrNull());
    restoreSession(session, store);
    const board = new SessionBoard(element('board'), session);
    new PlayersView({ top: element('player-top'), bottom: element('player-bottom') }, session);
    new MovesView(element('moves'), session);
    new Announcer(element('state'), element('live'), session);
    showModes(session);

    const service = new EngineService(() => new Engine());
    const player = new EnginePlayer(session, service);
    const panel = new NewGamePanel(element('new-game'), session);
    const help = makeHelp(store);
    const analysis = makeAnalysis(session, { service, board, store });
    const actions = [...keyActions(session, { panel, player, help }),
                     ...analysisKeys(session, analysis)];
    new ActionsView(element('actions'), element('typed-move'), session,
                    { hint: () => player.hint() });
    element('open-new-game').addEventListener('click', () => panel.open());
    makeMenu(session, new FilesView(element('games'), element('file'), session));
    new LearnView(session, store, {
        puzzles,
        progress: new PuzzleProgress(store),
        onPlay: ruleset => panel.open(ruleset),
        onAnalyse: game => openFragment(session, game),
    });
    bindKeys(actions, () => element('letter-keys').checked);
    explainKeys(element('keys'), actions);

    if (annotated)
        openAnnotatedGame(session, annotated.textContent);
    else
        openAddress(session);
    addEventListener('hashchange', () => openAddress(session));
    keepSession(session, store);
    // After the board has been drawn.
    requestAnimationFrame(() => setTimeout(() => service.start()));
}

main().catch(error => {
    element('state').textContent = `The board cannot start in this browser: ${error.message}`;
});
