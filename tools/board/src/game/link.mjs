// A game in the address's fragment:
// #ruleset=NAME&fen=FEN&draws=true&turns=e2e4$1{good},(d2d4,d7d5),e7e5&at=PLY
// After a turn stand its glyphs and comments, of which {<...} belongs before the turn; variations are
// in parentheses after the turn that they replace. In comments everything but letters, digits and
// blanks is percent-encoded.
import { GameTree, MAX_TURNS } from './game-tree.mjs';

const PARTS = ['ruleset', 'fen', 'draws', 'turns', 'at'];

// What stands in a text of turns: a comment, a glyph, a parenthesis, or a turn.
const WORD = /\{([^}]*)\}|\$(\d+)|([()])|([^(){}$,]+)/g;

const hex = byte => `%${byte.toString(16).padStart(2, '0')}`;
const encodeComment = text => text.replace(/[^\p{L}\p{N} ]/gu,
    char => [...new TextEncoder().encode(char)].map(hex).join(''));

const commentsText = (comments, mark = '') =>
    (comments ?? []).map(text => `{${mark}${encodeComment(text)}}`).join('');

function turnText({ turn, notes }) {
    const glyphs = (notes.glyphs ?? []).map(glyph => `$${glyph}`).join('');
    return turn.replace(',', '+') + glyphs + commentsText(notes.before, '<')
        + commentsText(notes.after);
}

// A line of turns, with the variations beside it; the first turn of a variation has none itself.
function lineText(tree, nodes, isVariation = false) {
    const beside = ({ parent }, i) => (i === 0 && isVariation ? [] : parent.children);
    return nodes.flatMap((node, i) => [
        turnText(node),
        ...beside(node, i).filter(child => child !== node)
            .map(child => `(${lineText(tree, tree.lineFrom(child), true)})`),
    ]).join(',');
}

/** The fragment for the game with its variations. In mind control '+' joins a turn's halves. */
export function fragmentOf({ tree, node }) {
    const line = tree.mainLine();
    const parts = { ruleset: tree.ruleset.name };
    if (tree.startFen !== tree.ruleset.startFen)
        parts.fen = tree.startFen;
    if (tree.tournamentDraws)
        parts.draws = 'true';
    const turns = commentsText(tree.root.notes.after) + lineText(tree, line.slice(1));
    if (turns)
        parts.turns = turns;
    if (node !== line.at(-1) && line.includes(node))
        parts.at = node.ply;
    const encode = ([name, value]) => `${name}=${encodeURIComponent(value)}`;
    return `#${Object.entries(parts).map(encode).join('&')}`;
}

function decode(text, name) {
    try {
        return decodeURIComponent(text);
    } catch {
        throw new Error(`address: ${name} is not percent-encoded`);
    }
}

// The words of a text: { turn }, { comment }, { glyph }, { bracket }. Throws if the parentheses do
// not match.
function readTurns(text) {
    const words = [...text.matchAll(WORD)].map(([, comment, glyph, bracket, turn]) => ({
        comment: comment === undefined ? undefined : decode(comment, 'a comment'),
        isBefore: comment?.startsWith('<'),
        glyph: glyph && Number(glyph),
        bracket,
        turn: turn?.replace('+', ','),
    }));
    let depth = 0;
    let hasTurn = false; // is there one that a variation can replace?
    for (const { turn, bracket } of words) {
        depth += bracket === '(' ? 1 : bracket === ')' ? -1 : 0;
        if (depth < 0 || (bracket === '(' && !hasTurn))
            throw new Error('address: a variation replaces no turn');
        hasTurn = bracket ? bracket === ')' : hasTurn || Boolean(turn);
    }
    if (depth > 0)
        throw new Error('address: a variation does not end');
    const { length } = words.filter(({ turn }) => turn);
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
        if (!PARTS.includes(name))
            throw new Error(`address: '${name}' is not ruleset, fen, draws, turns or at`);
        parts[name] = decode(value, name);
    }
    return { ruleset: parts.ruleset, fen: parts.fen, tournamentDraws: parts.draws === 'true',
             turns: readTurns(parts.turns ?? ''), at: Number(parts.at) };
}

/** Opens a game from readFragment(). Throws, and changes nothing, if a turn is illegal. */
export function openFragment(view, { ruleset, fen, tournamentDraws, turns, at }) {
    const tree = new GameTree(view.rules, ruleset, { fen, tournamentDraws });
    const replaced = []; // the turns to which the open variations belong
    let tip = tree.root;
    const tell = (name, value) => (tip.notes[name] = [...tip.notes[name] ?? [], value]);
    for (const { turn, comment, isBefore, glyph, bracket } of turns) {
        if (turn) {
            tip = tree.play(tip, turn);
        } else if (comment !== undefined) {
            tell(isBefore ? 'before' : 'after', isBefore ? comment.slice(1) : comment);
        } else if (glyph) {
            tell('glyphs', glyph);
        } else if (bracket === '(') {
            replaced.push(tip);
            tip = tip.parent;
        } else {
            tip = replaced.pop();
        }
    }
    view.openTree(tree, { node: tree.path(tip)[at] ?? tip });
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
