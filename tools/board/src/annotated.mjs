// The game that misere-annotate has put into the page, with the engine's scores and lines.
import { openStored } from './stored.mjs';

const NAME = 'the annotated game';

function scoreOf({ cp, mate }) {
    if (cp !== undefined)
        return { cp };
    return mate === undefined ? null : { mate };
}

// Adds a line as a variation.
function addLine(tree, node, turns) {
    for (const turn of turns)
        node = tree.play(node, turn);
}

/** Opens the game for analysis. Its JSON is described in tools/annotate/viewer.h. */
export function openAnnotated(session, json) {
    const { pgn, positions } = JSON.parse(json);
    const [stored] = session.files.read(NAME, new TextEncoder().encode(pgn));
    openStored(session, stored);
    const { tree } = session;
    for (const [i, node] of tree.mainLine().entries()) {
        const { pv = [], mark, ...score } = positions[i] ?? {};
        if (mark)
            addLine(tree, node, pv);
        session.annotate(node, { evaluation: scoreOf(score), best: pv[0] ?? null });
    }
}

/** The page around this one has the diagrams; see the script of misere-annotate's page. */
export function showDiagrams() {
    parent.postMessage('show diagrams', '*');
}
