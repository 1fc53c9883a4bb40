// Arrows and circles that people draw: { from, to, colour }, a circle where both squares are the same. In files they are
// the commands %csl and %cal in a comment, as Lichess and ChessBase write them.

const COLOURS = { G: 'green', R: 'red', B: 'blue', Y: 'yellow' };
const letterOf = colour => Object.keys(COLOURS).find(letter => COLOURS[letter] === colour);

const COMMAND = /\s*\[%(csl|cal)\s+([^\]]*)\]\s*/g;
const ITEMS = { csl: /^([GRBY])([a-h][1-8])$/, cal: /^([GRBY])([a-h][1-8])([a-h][1-8])$/ };

/** A comment's drawings, and its text without them. What is not understood stays in the text. */
export function readDrawings(comment) {
    const drawings = [];
    const text = comment.replace(COMMAND, (_, command, items) => {
        const unknown = items.split(',').map(item => item.trim()).filter(item => {
            const [, letter, from, to = from] = ITEMS[command].exec(item) ?? [];
            if (letter)
                drawings.push({ from, to, colour: COLOURS[letter] });
            return item && !letter;
        });
        return unknown.length ? ` [%${command} ${unknown.join()}] ` : ' ';
    }).trim();
    return { text, drawings };
}

/** A comment's text, which has no drawings yet, and drawings behind it. */
export function writeDrawings(text, drawings) {
    const write = (command, some) => some.length ? `[%${command} ${some.join()}]` : '';
    const isCircle = ({ from, to }) => from === to;
    const circles = drawings.filter(isCircle).map(({ from, colour }) => letterOf(colour) + from);
    const arrows = drawings.filter(drawing => !isCircle(drawing))
        .map(({ from, to, colour }) => letterOf(colour) + from + to);
    return [text, write('csl', circles) + write('cal', arrows)].filter(Boolean).join(' ');
}

/** The drawings with one more; without it, if it is there; or in its colour, if it is there in another. */
export function toggleDrawing(drawings, drawing) {
    const isSame = ({ from, to }) => from === drawing.from && to === drawing.to;
    const others = drawings.filter(other => !isSame(other));
    return drawings.find(isSame)?.colour === drawing.colour ? others : [...others, drawing];
}

/** In words: 'circled in green', 'red arrow to e5', for the square where it begins. */
export const describeDrawing = ({ from, to, colour }) =>
    from === to ? `circled in ${colour}` : `${colour} arrow to ${to}`;
