// The pieces: their names, and their shapes for cm-chessboard.
import shapes from '../../pieces.svg';

const NAMES = {
    p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king', a: 'anti-king',
};
const COLOURS = ['white', 'black'];

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

// A copy of a shape in a colour. Shapes that it refers to are replaced by those of the same colour.
function colourShape(shape, colour) {
    const copy = document.importNode(shape, true);
    copy.id = colour[0] + shape.id;
    copy.setAttribute('class', `piece-${colour}`);
    for (const use of copy.querySelectorAll('use'))
        use.setAttribute('href', `#${colour[0]}${use.getAttribute('href').slice(1)}`);
    return copy;
}

/**
 * Puts the shapes into the document, once. cm-chessboard fetches no file when it finds an element
 * of this id.
 */
export function definePieces() {
    const id = 'cm-chessboard-sprite';
    if (document.getElementById(id))
        return;
    const sprite = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    sprite.id = id;
    sprite.setAttribute('class', 'board-shapes');
    sprite.setAttribute('aria-hidden', 'true');
    const source = new DOMParser().parseFromString(shapes, 'image/svg+xml');
    for (const shape of source.documentElement.children)
        sprite.append(...COLOURS.map(colour => colourShape(shape, colour)));
    document.body.append(sprite);
}
