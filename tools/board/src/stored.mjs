// Converts the session's game to a StoredGame of files.mjs and back. See GameData in files.d.ts.
import { scoreFor } from './analysis/evaluation.mjs';
import { other } from './clock.mjs';
import { GameTree, MAX_TURNS } from './game-tree.mjs';
import { playerName } from './players-view.mjs';

const COLOURS = ['white', 'black'];
const RESULTS = { '1-0': 'white', '0-1': 'black', '1/2-1/2': null };
const TAGS = { white: 'White', black: 'Black' };

const mapColours = map => Object.fromEntries(COLOURS.map(colour => [colour, map(colour)]));
const sameJson = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// --- from the session ---

const commentOf = ({ after = [] }) => after.join(' ');

// What the file said about a turn, with what the user and the engine have changed. Scores are
// White's in the tree, but the player's in a file; a new one has no depth.
function turnOf({ turn, player, told, clocks, comment, evaluation }) {
    const { score, depth, nodes, ...kept } = told ?? {};
    const now = evaluation ? scoreFor(evaluation, player) : undefined;
    const scored = sameJson(now, score) ? { score, depth, nodes } : { score: now };
    const after = comment === commentOf(kept) ? kept.after : [comment];
    return { ...kept, turn, clock: clocks?.[player] ?? kept.clock, ...scored, after };
}

// The turns of the line to `end`, and then those of the variations beside it.
function turnsOf(tree, end) {
    const turns = [];
    const lines = [{ nodes: tree.path(end).slice(1) }];
    for (const { nodes, instead } of lines) { // grows
        nodes.forEach((node, i) => {
            const isReplacing = i === 0 && instead !== undefined;
            for (const variation of isReplacing ? [] : node.parent.children)
                if (variation !== node)
                    lines.push({ nodes: tree.lineFrom(variation), instead: turns.length });
            turns.push({ ...turnOf(node), ...(isReplacing && { instead }) });
        });
    }
    return turns;
}

// The last position of the game: in analysis it goes on with the turns that were added.
function endOf({ tree, tip, mode, ending }) {
    return mode === 'analysis' && !ending ? tree.lineFrom(tip).at(-1) : tip;
}

// A player who has come after the file was read has no `name`, and gets one here.
function tagsOf(session, { tags = [] }) {
    const changed = new Map(COLOURS.filter(colour => session.players[colour].name === undefined)
        .map(colour => [TAGS[colour], playerName(session, colour)]));
    return [...[...changed].filter(([name]) => !tags.some(([known]) => known === name)),
            ...tags.map(([name, value]) => [name, changed.get(name) ?? value])];
}

function clocksOf({ clock, settings }, { timed = false, clocks, increment = 0 }) {
    if (!clock)
        return { timed, clocks, increment };
    const times = clock.times();
    return {
        timed: true,
        clocks: mapColours(colour => ({
            initial: clocks?.[colour].initial ?? settings.clock.initial,
            current: Math.ceil(times[colour]), // zero would be a loss on time
        })),
        increment: settings.clock.increment,
    };
}

const isRuled = ({ tree, tip }) => tree.gameAt(tip).status().state !== 'playing';

// Has the game ended, or not, as its file says?
function endsAsTold(session) {
    const { tree, tip, ending } = session;
    return tree.source?.tip === tip
        && (isRuled(session) || sameJson(ending, forfeitOf(tree.source.data.outcome)));
}

// How the game has ended, if not by the rules.
function endingOf(session) {
    const { tree, tip, ending } = session;
    if (isRuled(session) || !ending?.reason)
        return {};
    const { player } = tree.gameAt(tip).status();
    const loser = ending.winner ? other(ending.winner) : player;
    return ending.reason === 'timeExpired' ? { expired: loser }
        : { forfeit: { loser, reason: ending.reason } };
}

/** The game with its variations, and how many turns are not in it: those after its last one. */
export function toStored(session) {
    const { tree } = session;
    const source = tree.source?.data ?? {};
    const { result, expired, forfeit, verdict, ...lasting } = source;
    const turns = turnsOf(tree, endOf(session));
    const isTold = endsAsTold(session);
    const stored = session.files.fromData({
        ...lasting,
        ruleset: tree.ruleset.name,
        fen: tree.startFen,
        tournamentDraws: tree.tournamentDraws,
        tags: tagsOf(session, source).filter(([name]) => isTold || name !== 'Termination'),
        ...clocksOf(session, source),
        turns,
        ...(isTold ? { result, expired, forfeit, verdict } : endingOf(session)),
    });
    return { stored, missing: tree.nodes().length - 1 - turns.length };
}

// --- to the session ---

// { winner, reason } of a game that the rules have not ended; or null.
function forfeitOf({ result, reason } = { result: '*' }) {
    return result === '*' ? null : { winner: RESULTS[result], reason };
}

// Adds the turns, with the times on both clocks where one is told. Returns the last node of the main
// line.
function addTurns(tree, turns, clocks) {
    const nodes = [];
    for (const [i, { turn, instead, ...told }] of turns.entries()) {
        const parent = instead === undefined ? nodes[i - 1] ?? tree.root : nodes[instead].parent;
        const node = tree.add(parent, turn);
        const before = tree.path(parent).findLast(at => at.clocks)?.clocks ?? clocks;
        nodes.push(Object.assign(node, {
            told,
            comment: commentOf(told),
            evaluation: told.score ? scoreFor(told.score, node.player) : null,
            clocks: before && told.clock !== undefined
                ? { ...before, [node.player]: told.clock } : null,
        }));
    }
    return tree.mainLine().at(-1);
}

const nameOf = (tags, colour) => {
    const [, name] = tags.find(([known]) => known === TAGS[colour]) ?? [];
    return name === '?' ? '' : name ?? '';
};

// The clocks of a game that can be played on; null if there are none, or if they are not known.
function runningClock({ timed, clocks, increment, outcome }) {
    const isKnown = COLOURS.every(colour => clocks[colour].current !== null);
    if (!timed || !isKnown || outcome.result !== '*')
        return null;
    const left = mapColours(colour => clocks[colour].current);
    return { initial: clocks.white.initial ?? left.white, increment, left };
}

/**
 * Opens a StoredGame for analysis, and returns its reader's remarks. Throws, and changes nothing, if it
 * cannot be shown.
 */
export function openStored(session, stored) {
    if (stored.startFen === null)
        throw new Error('the game begins in the middle of a turn, which the board cannot show');
    const { turns, losses, remarks, ...data } = stored.data();
    if (turns.length > MAX_TURNS)
        throw new Error(`the game has ${turns.length} turns; at most ${MAX_TURNS} can be opened`);
    const { ruleset, fen, tournamentDraws, tags, clocks, outcome } = data;
    const tree = new GameTree(session.files, ruleset, { fen, tournamentDraws });
    const initial = mapColours(colour => clocks[colour].initial);
    const tip = addTurns(tree, turns, Object.values(initial).includes(null) ? null : initial);
    tree.source = { data, tip };
    session.openTree(tree, {
        tip,
        node: tree.root,
        names: mapColours(colour => nameOf(tags, colour)),
        forfeit: isRuled({ tree, tip }) ? null : forfeitOf(outcome),
        clock: runningClock(data),
    });
    return remarks;
}
