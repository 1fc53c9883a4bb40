// The one game that the page's first edition kept, under the name 'session'.
import { other } from '../game/colours.mjs';
import { RESULTS } from '../game/game-tree.mjs';
import { scoreFor } from '../game/notes.mjs';
import { storedName } from '../play/players.mjs';

// What was known of a turn, as TurnData of files.d.ts, with the best reply.
function turnOf(turn, player, { told, clocks, comment, evaluation, best }) {
    const { score, depth, nodes, after, ...kept } = told ?? {};
    const now = evaluation ? scoreFor(evaluation, player) : score;
    const isFound = JSON.stringify(now) !== JSON.stringify(score); // by the engine, since then
    return {
        ...kept,
        ...isFound ? {} : { depth, nodes },
        turn,
        clock: clocks?.[player] ?? kept.clock,
        score: now,
        after: !comment || comment === after?.join(' ') ? after : [comment],
        best,
    };
}

// Nodes, [index of the parent, turn, notes], come before their children, and the main line first.
function turnsOf([[, , root], ...nodes], first) {
    const players = [other(first)]; // who played a node's turn
    return nodes.map(([parent, turn, notes], i) => {
        players.push(other(players[parent]));
        return { ...turnOf(turn, players.at(-1), notes), instead: parent === i ? undefined : parent };
    });
}

/** The game as data for GameTree.fromData(), and before it the one that it had pushed aside, if any. */
export function readFormer({ tree, tip, players, settings, clocks, forfeit, left }) {
    const { ruleset, fen, tournamentDraws, turns, source } = tree;
    const { outcome, tags = [], comments, ...about } = source?.data ?? {};
    const isKnown = name => tags.some(([known]) => known === name);
    const names = [['White', players.white], ['Black', players.black]]
        .filter(([name]) => !isKnown(name)).map(([name, player]) => [name, storedName(player)]);
    const clock = settings.clock && {
        timed: true,
        increment: settings.clock.increment,
        clocks: Object.fromEntries(['white', 'black'].map(colour =>
            [colour, { initial: settings.clock.initial, current: Math.ceil(clocks?.[colour]) || null }])),
    };
    const [, , { comment, evaluation = null, best = null }] = turns[0];
    const game = {
        ...about, ...clock, ruleset, fen, tournamentDraws,
        tags: [...names, ...tags],
        turns: turnsOf(turns, fen.split(' ')[1] === 'w' ? 'white' : 'black'),
        start: { notes: { after: comment ? [comment] : comments, score: evaluation ?? undefined }, best },
        outcome: forfeit ? { result: RESULTS[forfeit.winner], reason: forfeit.reason } : outcome,
        result: forfeit ? RESULTS[forfeit.winner] : about.result,
        ended: tip - 1,
    };
    return [...left ? readFormer(left) : [], game];
}
