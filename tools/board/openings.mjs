// The openings that the page knows: what the books play, and which replies to first half-moves
// are solved. Runs at build time; src/openings/ reads its texts.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROW = /^( *)(\S+) +(?:-|([\d.]+)%) +(?:-|(\d+))(?: +([\d.]+)%)?(  see above)?$/;
const HEADING = /^(\S+) +weight +games +score$/;

// A half-move, and in parentheses what follows it. Of those that the book plays the weight in
// percent, and if it has been played in games, their number and the score in percent.
function writeMove([, , move, weight, games, score]) {
    if (weight === undefined)
        return move;
    const figures = Number(games) ? `,${games},${Math.round(score)}` : '';
    return `${move}=${Math.round(weight)}${figures}`;
}

/**
 * The texts for rulesets by their names, from what `misere-book --show BOOK --replies` prints.
 */
export function readBooks(shown) {
    const books = {};
    let text = '', depth = 0, name = null;
    const finish = () => {
        if (name)
            books[name] = text + ')'.repeat(depth);
        [text, depth] = ['', 0];
    };
    for (const line of shown.split('\n')) {
        const row = ROW.exec(line);
        const heading = HEADING.exec(line);
        if (heading) {
            finish();
            [, name] = heading;
        } else if (row) {
            const level = row[1].length / 2;
            text += level > depth ? '(' : ')'.repeat(depth - level) + (text && ' ');
            text += writeMove(row);
            depth = level;
        } else if (line) {
            throw new Error(`not a line of a book: ${line}`);
        }
    }
    finish();
    return books;
}

// The replies to one half-move: those that are solved, each with the winner's letter and the
// number of half-moves within which it wins, and how many are not.
function writeReplies(rows) {
    const solved = rows.filter(([, , winner]) => winner !== '-');
    const open = rows.length - solved.length;
    return [...solved.map(([, reply, winner, , length]) => `${reply}${winner[0]}${length}`),
            ...open ? [String(open)] : []].join(' ');
}

// Who wins after a first half-move alone follows from its replies.
function readTable(text) {
    const rows = text.trim().split('\n').slice(1).map(line => line.split('\t'))
        .filter(([, reply]) => reply !== '-');
    const firsts = [...new Set(rows.map(([first]) => first))];
    return firsts.map(first => `${first}:${writeReplies(rows.filter(row => row[0] === first))}`)
        .join(',');
}

/** The texts for rulesets by their names, from a folder with RULESET.tsv: see docs/solved.md. */
export function readSolved(folder) {
    const names = readdirSync(folder).filter(name => name.endsWith('.tsv')).sort();
    return Object.fromEntries(names.map(name =>
        [name.slice(0, -4), readTable(readFileSync(join(folder, name), 'utf8'))]));
}
