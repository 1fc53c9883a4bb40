// Creates and connects what stands beside the board: the New game panel, the rules, the end of a
// match, the openings, the position editor, pasting, the looks of the page, sounds.
import openings from 'openings';
import { fillAppearanceDialog } from './appearance-dialog.mjs';
import { Appearance } from './appearance.mjs';
import { byId } from './dom.mjs';
import { PositionEditor } from './editor/editor-view.mjs';
import { openFragment, readFragment } from './game/link.mjs';
import { onMenu } from './menu.mjs';
import { NewGamePanel } from './new-game/new-game-panel.mjs';
import { RulesView } from './new-game/rules-text.mjs';
import { Openings } from './openings/openings.mjs';
import { OpeningsView } from './openings/openings-view.mjs';
import { PasteView } from './paste/paste-view.mjs';
import { readPasted } from './paste/pasted.mjs';
import { EndView } from './play/end-view.mjs';
import { ToLoseView } from './play/to-lose.mjs';
import { Sounds, soundEvents } from './sound/sounds.mjs';

const openPosition = (view, position) => openFragment(view, { ...position, turns: [] });

// Is the FEN a position of the game that is shown?
function fits({ rules, ruleset }, fen) {
    try {
        rules.newGame(ruleset.name, { fen }).free();
        return true;
    } catch {
        return false;
    }
}

function makePaste(view, filesView) {
    const open = async text => {
        const { fragment, fen, contents } = readPasted(text);
        if (fragment)
            openFragment(view, readFragment(fragment));
        else if (fen && fits(view, fen))
            openPosition(view, { ruleset: view.ruleset.name, fen });
        else
            await filesView.openText(contents ?? fen);
    };
    const paste = new PasteView(byId('paste'), {
        open,
        openFile: file => filesView.open(file),
        say: text => view.say(text),
    });
    onMenu('open-paste', () => paste.show());
}

// The New game panel and the editor lead to each other.
function makeNewGame(view) {
    const panel = new NewGamePanel(byId('new-game'), view,
                                   { onEdit: position => editor.open(position) });
    const editor = new PositionEditor(byId('editor'), view.rules, {
        onPlay: position => panel.open(position),
        onAnalyse: position => openPosition(view, position),
    });
    onMenu('open-editor', () => {
        const { ruleset: { name: ruleset }, orientation, game, halfMove } = view;
        editor.open({ ruleset, fen: halfMove ? undefined : game.fen(), orientation });
    });
    return panel;
}

/** Returns the NewGamePanel. filesView opens what is pasted. */
export function makePanels(view, { store, filesView }) {
    for (const button of document.querySelectorAll('dialog .cancel'))
        button.addEventListener('click', () => button.closest('dialog').close());
    const panel = makeNewGame(view);
    byId('open-new-game').addEventListener('click', () => panel.open());
    makePaste(view, filesView);
    new RulesView(byId('rules'), view);
    new EndView(byId('end'), view, { onNew: () => panel.open() });
    new ToLoseView([byId('player-top'), byId('player-bottom')], view);
    new OpeningsView(byId('openings'), new Openings(view.rules, openings), view);
    const sounds = new Sounds(store);
    soundEvents(view, sounds);
    fillAppearanceDialog(byId('looks'), new Appearance(store), sounds);
    onMenu('open-looks', () => byId('looks').showModal());
    return panel;
}
