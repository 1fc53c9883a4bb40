// What a pasted text is.

const LINK = /^\S*#((?:ruleset|fen|draws|turns|at)=\S*)$/;
const FEN = /^[a-z1-8]+(?:\/[a-z1-8]+){7}(?: [^\n]*)?$/i;

/**
 * { fragment } of a link to a game, { fen } of a position, or else { contents } of a file. Throws
 * if there is nothing in the text.
 */
export function readPasted(text) {
    const contents = text.trim();
    if (!contents)
        throw new Error('there is no text to paste');
    const [, fragment] = LINK.exec(contents) ?? [];
    if (fragment)
        return { fragment };
    return FEN.test(contents) ? { fen: contents } : { contents };
}
