// The page: makes its parts and connects them. No other file knows all of them.
import { Engine, loadRules } from 'misere/index.mjs';
import { ActionsView } from './actions-view.mjs';
import { AnalysisView } from './analysis-view.mjs';
import { Analysis } from './analysis.mjs';
import { Announcer } from './announce.mjs';
import { EnginePlayer } from './engine-player.mjs';
import { EngineService } from './engine-service.mjs';
import { complete } from './interim.mjs';
import { bindKeys, explainKeys } from './keys.mjs';
import { LinesView } from './lines-view.mjs';
import { MovesView } from './moves-view.mjs';
import { PlayersView } from './players-view.mjs';
import { ReviewView } from './review-view.mjs';
import { SessionBoard } from './session-board.mjs';
import { Session } from './session.mjs';
import { NewGamePanel } from './settings.mjs';
import { readFragment } from './share.mjs';
import { Store, localStorageOrNull } from './store.mjs';
import { VariationActions } from './variation-actions.mjs';

const element = id => document.getElementById(id);

// Opens the game of the address, if there is one.
function openAddress(session) {
    try {
        const game = readFragment(location.hash);
        if (game)
            session.open(game);
        return game !== null;
    } catch (error) {
        session.say(error.message);
        return false;
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

// The parts of the analysis; returns what the keys need of it.
function makeAnalysis(session, service, board) {
    const analysis = new Analysis(session, service);
    const view = new AnalysisView({
        power: element('engine-power'), score: element('score'), facts: element('engine-facts'),
        count: element('line-count'), bar: element('score-bar'),
    }, session, analysis, board);
    new LinesView({ list: element('lines'), preview: element('line-preview') }, session, analysis);
    new ReviewView({
        graph: element('graph'), judgement: element('judgement'), summary: element('review-summary'),
        start: element('review-start'), progress: element('review-progress'), left: element('review-left'),
    }, session, analysis);
    const variations = new VariationActions(
        { element: element('variations'), dialog: element('comment') }, session);
    return { analysis, view, variations };
}

// The turn beside the one that led to the position shown: one of the variations.
function sibling(node, step) {
    const others = node.parent?.children ?? [];
    return others[others.indexOf(node) + step];
}

function analysisKeys(session, { analysis, view, variations }) {
    const inAnalysis = run => () => (session.mode === 'analysis' ? run() : false);
    const goBeside = step => inAnalysis(() => {
        const node = sibling(session.node, step);
        return node ? session.goTo(node) : false;
    });
    return [
        { keys: ['ArrowUp'], names: '↑', text: 'analysis: the variation before', run: goBeside(-1) },
        { keys: ['ArrowDown'], names: '↓', text: 'analysis: the next variation', run: goBeside(1) },
        { keys: [' '], names: 'Space', text: 'analysis: start the engine; then play its best turn',
          run: inAnalysis(() => view.playBest()) },
        { keys: ['l'], names: 'l', text: 'analysis: switch the engine on or off',
          run: inAnalysis(() => analysis.setOn(!analysis.isOn)) },
        { keys: ['c'], names: 'c', text: 'analysis: comment on the turn', run: inAnalysis(() => variations.comment()) },
    ];
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
        { keys: ['ArrowLeft'], names: '←', text: 'one turn back', run: isGame(() => go(session.node.parent)) },
        { keys: ['ArrowRight'], names: '→', text: 'one turn on',
          run: isGame(() => go(session.node.children[0])) },
        { keys: ['Home'], names: 'Home', text: 'the first position', run: isGame(() => go(session.tree.root)) },
        { keys: ['End'], names: 'End', text: 'the last position', run: isGame(() => go(end())) },
        { keys: ['f'], names: 'f', text: 'turn the board', run: isGame(() => session.flip()) },
        { keys: ['n'], names: 'n', text: 'new game', run: () => panel.open() },
        { keys: ['u'], names: 'u', text: 'undo', run: isGame(() => session.undo()) },
        { keys: ['h'], names: 'h', text: 'hint', run: isGame(() => player.hint()) },
        { keys: ['?'], names: '?', text: 'this help', run: () => help.showModal() },
    ];
}

function makeHelp() {
    const dialog = element('help');
    element('open-help').addEventListener('click', () => dialog.showModal());
    dialog.querySelector('.cancel').addEventListener('click', () => dialog.close());
    return dialog;
}

async function main() {
    const session = new Session(complete(await loadRules()));
    const store = new Store(session, localStorageOrNull());
    new Announcer(element('state'), element('live'), session);
    if (!openAddress(session))
        store.restore();
    store.watch();
    addEventListener('hashchange', () => openAddress(session));

    const board = new SessionBoard(element('board'), session);
    new PlayersView({ top: element('player-top'), bottom: element('player-bottom') }, session);
    new MovesView(element('moves'), session);
    showModes(session);

    const service = new EngineService(() => new Engine());
    const player = new EnginePlayer(session, service);
    new ActionsView(element('actions'), element('typed-move'), session, { hint: () => player.hint() });
    const analysis = makeAnalysis(session, service, board);
    const panel = new NewGamePanel(element('new-game'), session);
    element('open-new-game').addEventListener('click', () => panel.open());
    const help = makeHelp();
    const actions = [...keyActions(session, { panel, player, help }), ...analysisKeys(session, analysis)];
    bindKeys(actions);
    explainKeys(element('keys'), actions);
    // The board comes first.
    requestAnimationFrame(() => setTimeout(() => service.start()));
}

main();
