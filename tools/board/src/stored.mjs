// Converts the session's game to a StoredGame of files.mjs and back.
import { scoreFor } from './analysis/evaluation.mjs';
import { other } from './clock.mjs';
import { GameTree, MAX_TURNS } from './game-tree.mjs';
import { playerName } from './players-view.mjs';

const COLOURS = ['white', 'black'];
const RESULTS = { '1-0': 'white', '0-1': 'black', '1/2-1/2': null };

// Scores are White's in the tree, but the player's in a StoredGame.
function annotationOf({ evaluation, comment, player }) {
    return { comment, ...(evaluation && { score: scoreFor(evaluation, player) }) };
}

function endGame(stored, { winner, reason }) {
    const loser = other(winner);
    if (reason === 'timeExpired')
        stored.expire(loser);
    else if (winner && reason === 'resignation')
        stored.resign(loser);
    else if (winner && reason)
        stored.forfeit(loser, reason);
}

/** The game up to the session's tip. */
export function toStored(session) {
    const { tree, tip, clock, ending, settings } = session;
    const stored = session.files.newGame(tree.ruleset.name,
        { fen: tree.startFen, tournamentDraws: tree.tournamentDraws });
    stored.names = Object.fromEntries(COLOURS.map(colour => [colour, playerName(session, colour)]));
    if (clock) {
        const times = clock.times();
        stored.clocks = Object.fromEntries(COLOURS.map(colour =>
            [colour, { initial: settings.clock.initial, current: times[colour] }]));
    }
    for (const [i, node] of tree.path(tip).slice(1).entries())
        stored.play(node.turn, { clock: node.clocks?.[node.player] ?? null })
            .setAnnotation(i, annotationOf(node));
    if (ending && stored.status().state === 'playing')
        endGame(stored, ending);
    return stored;
}

/** Opens a StoredGame for analysis. Throws, and changes nothing, if it cannot be shown. */
export function openStored(session, stored) {
    if (stored.startFen === null)
        throw new Error('the game begins in the middle of a turn, which the board cannot show');
    const { ruleset, startFen: fen, tournamentDraws, names } = stored;
    const turns = stored.history();
    if (turns.length > MAX_TURNS)
        throw new Error(`the game has ${turns.length} turns; at most ${MAX_TURNS} can be opened`);
    const tree = new GameTree(session.files, ruleset, { fen, tournamentDraws });
    let tip = tree.root;
    for (const [i, turn] of turns.entries()) {
        const { score, comment = '' } = stored.annotation(i);
        tip = tree.play(tip, turn);
        Object.assign(tip, { comment, evaluation: score ? scoreFor(score, tip.player) : null });
    }
    const result = stored.result();
    const isRuled = tree.gameAt(tip).status().state !== 'playing';
    const forfeit = isRuled || result === '*' ? null
        : { winner: RESULTS[result], reason: stored.reason() };
    session.openTree(tree, { tip, node: tree.root, names, forfeit });
}
