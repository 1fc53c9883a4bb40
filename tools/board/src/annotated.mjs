// The game that misere-annotate has put into the page, with the engine's scores and lines.
import { GameTree } from './game/game-tree.mjs';

const NAME = 'the annotated game';

function scoreOf({ cp, mate }) {
    if (cp !== undefined)
        return { cp };
    return mate === undefined ? null : { mate };
}

/**
 * Opens the game for analysis. files: what loadFiles() gives. Its JSON is described in
 * tools/annotate/viewer.h.
 */
export function openAnnotated(view, files, json) {
    const { pgn, positions } = JSON.parse(json);
    const [stored] = files.read(NAME, new TextEncoder().encode(pgn));
    const tree = GameTree.fromStored(view.rules, stored);
    for (const [i, node] of tree.mainLine().entries()) {
        const { pv = [], mark, ...score } = positions[i] ?? {};
        if (mark) // the better line is a variation
            pv.reduce((at, turn) => tree.play(at, turn), node);
        Object.assign(node, { evaluation: scoreOf(score), best: pv[0] ?? null });
    }
    view.openTree(tree);
}

/** The page around this one has the diagrams; see the script of misere-annotate's page. */
export function showDiagrams() {
    parent.postMessage('show diagrams', '*');
}
