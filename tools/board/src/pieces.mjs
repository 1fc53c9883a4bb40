// The pieces: their names, and their shapes.
import classic from '../../pieces.svg';
import plain from '../plain-pieces.svg';
import { COLOURS } from './game/colours.mjs';
import { createShape } from './svg.mjs';

const NAMES = {
    p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king', a: 'anti-king',
};
const SETS = { classic, plain };

/** 'white' or 'black', or null for an empty square. */
export function colourOf(letter) {
    if (!(letter.toLowerCase() in NAMES))
        return null;
    return letter === letter.toUpperCase() ? 'white' : 'black';
}

/** The name of a kind of piece: 'queen' for 'q' or 'Q'. */
export const kindName = letter => NAMES[letter.toLowerCase()];

/** The name of a piece: 'black anti-king' for 'a'. */
export const pieceName = letter => `${colourOf(letter)} ${kindName(letter)}`;

/** The id of a piece's shape in the document: #wp is the white pawn. */
export const shapeOf = letter => colourOf(letter)[0] + letter.toLowerCase();

/** A picture of a piece alone. */
export const createPicture = letter => createShape('svg', { viewBox: '0 0 40 40', 'aria-hidden': 'true' },
    createShape('use', { href: `#${shapeOf(letter)}` }));

// A copy of a shape in a colour. Shapes that it refers to are replaced by those of the same colour.
function colourShape(shape, colour) {
    const copy = document.importNode(shape, true);
    copy.id = colour[0] + shape.id;
    copy.setAttribute('class', `piece-${colour}`);
    for (const use of copy.querySelectorAll('use'))
        use.setAttribute('href', `#${colour[0]}${use.getAttribute('href').slice(1)}`);
    return copy;
}

/** Puts the shapes of a set, 'classic' or 'plain', into the document. All pictures of pieces follow. */
export function usePieces(name) {
    let shapes = document.getElementById('pieces');
    if (!shapes) {
        shapes = createShape('svg', { id: 'pieces', class: 'board-shapes', 'aria-hidden': 'true' });
        document.body.append(shapes);
    }
    const source = new DOMParser().parseFromString(SETS[name], 'image/svg+xml');
    shapes.replaceChildren(...[...source.documentElement.children].flatMap(shape =>
        COLOURS.map(colour => colourShape(shape, colour))));
}

/** Puts shapes into the document if there are none. */
export function definePieces() {
    if (!document.getElementById('pieces'))
        usePieces('classic');
}
