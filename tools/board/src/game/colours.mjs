// The two colours.

export const COLOURS = ['white', 'black'];

export const other = colour => (colour === 'white' ? 'black' : 'white');

/** An object with a value for each colour. */
export const forBoth = valueOf => ({ white: valueOf('white'), black: valueOf('black') });
