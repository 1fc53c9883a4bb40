// A game in the address's fragment:
// #ruleset=NAME&fen=FEN&draws=true&turns=e2e4,(d2d4,d7d5),e7e5&at=PLY
// Variations are in parentheses after the turn that they replace.
import { GameTree, MAX_TURNS } from './game-tree.mjs';

// A line of turns, with the variations beside it; the first turn of a variation has none itself.
function turnsText(tree, nodes, isVariation = false) {
    const beside = (node, i) => (i === 0 && isVariation ? []
        : node.parent.children.filter(child => child !== node));
    return nodes.flatMap((node, i) => [
        node.turn.replace(',', '+'),
        ...beside(node, i).map(child => `(${turnsText(tree, tree.lineFrom(child), true)})`),
    ]).join(',');
}

/** The fragment for the game with its variations. In mind control '+' joins a turn's halves. */
export function fragmentOf(session) {
    const { tree, tip, node, ruleset } = session;
    const path = tree.path(tip).slice(1);
    const parts = { ruleset: ruleset.name };
    if (tree.startFen !== ruleset.startFen)
        parts.fen = tree.startFen;
    if (tree.tournamentDraws)
        parts.draws = 'true';
    if (path.length)
        parts.turns = turnsText(tree, path);
    if (node !== tip && tree.path(tip).includes(node))
        parts.at = node.ply;
    const encode = ([name, value]) => `${name}=${encodeURIComponent(value)}`;
    return `#${Object.entries(parts).map(encode).join('&')}`;
}

const isTurn = word => word !== '(' && word !== ')';

// The turns and parentheses of a text. Throws if the parentheses do not match.
function readTurns(text) {
    const words = (text.match(/[()]|[^(),]+/g) ?? []).map(word => word.replace('+', ','));
    let depth = 0;
    for (const [i, word] of words.entries()) {
        depth += word === '(' ? 1 : word === ')' ? -1 : 0;
        if (depth < 0 || (word === '(' && (i === 0 || words[i - 1] === '(')))
            throw new Error('address: a variation replaces no turn');
    }
    if (depth > 0)
        throw new Error('address: a variation does not end');
    const { length } = words.filter(isTurn);
    if (length > MAX_TURNS)
        throw new Error(`address: ${length} turns; at most ${MAX_TURNS} can be opened`);
    return words;
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
    return { ruleset: parts.ruleset, fen: parts.fen, tournamentDraws: parts.draws === 'true',
             turns: readTurns(parts.turns ?? ''), at: Number(parts.at) };
}

/** Opens a game from readFragment(). Throws, and changes nothing, if a turn is illegal. */
export function openFragment(session, { ruleset, fen, tournamentDraws, turns, at }) {
    const tree = new GameTree(session.files, ruleset, { fen, tournamentDraws });
    const replaced = []; // the turns to which the open variations belong
    let tip = tree.root;
    for (const word of turns) {
        if (word === '(') {
            replaced.push(tip);
            tip = tip.parent;
        } else {
            tip = word === ')' ? replaced.pop() : tree.play(tip, word);
        }
    }
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
