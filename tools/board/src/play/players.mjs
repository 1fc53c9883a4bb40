// Players: { kind: 'person' } or { kind: 'engine', level }, perhaps with a name.
import { LEVELS } from '../engine-service.mjs';
import { other } from '../game/colours.mjs';

export const PERSON = { kind: 'person' };

/** The engine that plays where none has been chosen. */
export const ENGINE = { kind: 'engine', level: 3 };

const ENGINE_NAME = /^Misère, level (\d)$/;

const engineName = ({ level }) => `Misère, level ${level + 1}`;

/** A player's name in a file; '?' if it is not known. */
export const storedName = player =>
    player.name || (player.kind === 'engine' ? engineName(player) : '?');

/** The player of such a name. */
export function playerOf(name) {
    const level = Number(ENGINE_NAME.exec(name)?.[1]) - 1;
    return level in LEVELS ? { kind: 'engine', level } : { ...PERSON, name };
}

/** A player's name on the page. */
export function playerName({ players }, colour) {
    const player = players[colour];
    if (player.name || player.kind === 'engine')
        return storedName(player);
    if (players[other(colour)].kind === 'engine')
        return 'You';
    return colour === 'white' ? 'White' : 'Black';
}
