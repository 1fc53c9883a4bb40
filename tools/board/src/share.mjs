// A game in the address's fragment: #ruleset=NAME&fen=FEN&draws=true&turns=e2e4,e7e5&at=PLY
import { GameTree, MAX_TURNS } from './game-tree.mjs';

/** The fragment for a line of the tree. In mind control a turn's halves are joined by '+'. */
export function fragmentOf(session) {
    const { tree, tip, node, ruleset } = session;
    const path = tree.path(tip).slice(1);
    const parts = { ruleset: ruleset.name };
    if (tree.startFen !== ruleset.startFen)
        parts.fen = tree.startFen;
    if (tree.tournamentDraws)
        parts.draws = 'true';
    if (path.length)
        parts.turns = path.map(({ turn }) => turn.replace(',', '+')).join(',');
    if (node !== tip && tree.path(tip).includes(node))
        parts.at = node.ply;
    const encode = ([name, value]) => `${name}=${encodeURIComponent(value)}`;
    return `#${Object.entries(parts).map(encode).join('&')}`;
}

/**
 * Parses a fragment: { ruleset, fen, tournamentDraws, turns, at }; null if it is empty. Throws if
 * it has another form.
 */
export function readFragment(fragment) {
    const text = fragment.replace(/^#/, '');
    if (!text)
        return null;
    const parts = {};
    for (const part of text.split('&')) {
        const [name, value = ''] = part.split('=', 2);
        if (!['ruleset', 'fen', 'draws', 'turns', 'at'].includes(name))
            throw new Error(`address: '${name}' is not ruleset, fen, draws, turns or at`);
        try {
            parts[name] = decodeURIComponent(value);
        } catch {
            throw new Error(`address: ${name} is not percent-encoded`);
        }
    }
    const turns = parts.turns ? parts.turns.split(',').map(turn => turn.replace('+', ',')) : [];
    if (turns.length > MAX_TURNS)
        throw new Error(`address: ${turns.length} turns; at most ${MAX_TURNS} can be opened`);
    return { ruleset: parts.ruleset, fen: parts.fen, tournamentDraws: parts.draws === 'true', turns,
             at: parts.at === undefined ? turns.length : Number(parts.at) };
}

/** Opens a game from readFragment(). Throws, and changes nothing, if a turn is illegal. */
export function openFragment(session, { ruleset, fen, tournamentDraws, turns, at }) {
    const tree = new GameTree(session.files, ruleset, { fen, tournamentDraws });
    const tip = turns.reduce((node, turn) => tree.play(node, turn), tree.root);
    session.openTree(tree, { tip, node: tree.path(tip)[at] ?? tip });
}

/** Copies a text; false if the browser refuses. */
export async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}
