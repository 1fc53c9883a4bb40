// A match that goes on from a position of another game.
import { forBoth, other } from '../game/colours.mjs';
import { Match } from './match.mjs';
import { ENGINE, PERSON, playerOf } from './players.mjs';

// What the clocks of an unfinished game show at its end; null if that is not known.
function timesLeft(tree, node) {
    const { timed, clocks } = tree.about;
    const told = tree.clocksAt(node);
    const left = forBoth(colour => clocks?.[colour].current ?? told?.[colour] ?? null);
    return timed && left.white !== null && left.black !== null ? left : null;
}

/**
 * The match: at the end of an unfinished game whose players or clocks are known as it was; elsewhere
 * the player to move against the engine of the settings, without clocks.
 */
export function playOnFrom(rules, tree, node, { players: { white, black } }) {
    const { ruleset, fen, tournamentDraws, clocks, increment = 0 } = tree.about;
    const goesOn = node === tree.end && !tree.outcome;
    const left = goesOn ? timesLeft(tree, node) : null;
    const isKnown = left || (goesOn && (tree.nameOf('white') || tree.nameOf('black')));
    const { player } = tree.statusAt(node);
    const engine = [white, black].find(({ kind }) => kind === 'engine') ?? ENGINE;
    return new Match(rules, {
        ruleset,
        fen,
        tournamentDraws,
        players: isKnown ? forBoth(colour => playerOf(tree.nameOf(colour)))
            : { [player]: PERSON, [other(player)]: engine },
        clock: left && { ...forBoth(colour => clocks[colour].initial ?? left[colour]), increment },
    }, { tree: tree.lineTo(node), left });
}
