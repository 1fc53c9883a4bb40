// What is told about a turn: comments, and the drawings that their commands describe. The comments
// of a Node are as in its file; a reader sees their text without commands such as [%csl Rd5].
import { readDrawings, writeDrawings } from './drawings.mjs';

const COMMAND = /\[%\w+[^\]]*\]/g;

/** White's score { cp } or { mate } as a player's, or a player's as White's. */
export function scoreFor(score, player) {
    const sign = player === 'white' ? 1 : -1;
    return Object.fromEntries(Object.entries(score).map(([kind, value]) => [kind, sign * value]));
}

/** The text of comments. */
export const textOf = comments =>
    (comments ?? []).map(text => text.replace(COMMAND, ' ').trim().replace(/\s+/g, ' '))
        .filter(Boolean).join(' ');

/** A node's comment: what is said after its turn. */
export const commentOf = ({ notes }) => textOf(notes.after);

const listOf = values => (values.length ? values : undefined);

/** Replaces a node's comment; its commands stay. */
export function setComment(node, text) {
    if (text === commentOf(node))
        return;
    const commands = (node.notes.after ?? []).flatMap(comment => comment.match(COMMAND) ?? []);
    const kept = commands.length ? [commands.join(' ')] : [];
    node.notes.after = listOf(text ? [text, ...kept] : kept);
}

/** What is drawn at a node; see drawings.mjs. */
export const drawingsOf = ({ notes }) =>
    (notes.after ?? []).flatMap(text => readDrawings(text).drawings);

/** Replaces the drawings of a node. */
export function setDrawings(node, drawings) {
    const texts = (node.notes.after ?? []).map(text => readDrawings(text).text);
    node.notes.after = listOf([...texts, writeDrawings('', drawings)].filter(Boolean));
}
