// Opening games from files, by choice or by drop, and saving the game.
import { createElement } from './dom.mjs';
import { GameTree } from './game/game-tree.mjs';
import { gameText } from './games-dialog.mjs';

const MAX_FILE_MIB = 10; // the limit of Files.read()
const TEXTS_MAX = 10; // that are shown at once
const PASTED = 'the pasted text';
const TYPES = { pgn: 'application/x-chess-pgn', xml: 'application/xml' };

function describe(stored) {
    const { tags, outcome } = stored.data();
    const [white, black] = ['White', 'Black'].map(name => tags.find(([known]) => known === name)?.[1]);
    return gameText({ white, black, result: outcome.result, turns: stored.history().length });
}

const joinSome = texts => texts.slice(0, TEXTS_MAX).join('; ') + (texts.length > TEXTS_MAX ? '; …' : '');

const today = () => new Date().toISOString().slice(0, 10);

async function bytesOf(file) {
    const size = Math.ceil(file.size / 2 ** 20);
    if (size > MAX_FILE_MIB)
        throw new Error(`${file.name}: ${size} MiB; at most ${MAX_FILE_MIB} can be opened`);
    return new Uint8Array(await file.arrayBuffer());
}

// The browser saves the file to its downloads folder, or asks where.
function download(name, text, type) {
    const href = URL.createObjectURL(new Blob([text], { type }));
    createElement('a', { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
}

export class FilesView {
    #view;
    #dialog;
    #input;
    #loadFiles;
    #isDragged = 0; // the number of nested elements that a dragged file is over

    /** dialog: a GamesDialog. input: a hidden <input type="file">. loadFiles(): that of files.mjs. */
    constructor(dialog, input, view, loadFiles) {
        this.#view = view;
        this.#dialog = dialog;
        this.#input = input;
        this.#loadFiles = loadFiles;
        input.addEventListener('change', () => this.#openChosen());
        this.#acceptDrops();
    }

    /** Asks for a file. */
    choose() {
        this.#input.click();
    }

    /** Opens a File. If it cannot be opened, shows the reason and changes nothing. */
    async open(file) {
        try {
            await this.#openBytes(file.name, await bytesOf(file));
        } catch (error) {
            this.#view.say(`Not opened: ${error.message}`);
        }
    }

    /** Opens what a file could contain. Throws the reason, and changes nothing, if it cannot be opened. */
    async openText(text) {
        try {
            await this.#openBytes(PASTED, new TextEncoder().encode(text));
        } catch ({ message }) {
            throw new Error(message.replace(`${PASTED}:`, 'line '));
        }
    }

    async #openBytes(name, bytes) {
        const files = await this.#loadFiles();
        const errors = []; // [reason, the game that breaks off there, or null]
        const games = files.read(name, bytes, { onError: (...error) => errors.push(error) });
        const isEmpty = errors.some(([, game]) => game?.history().length === 0);
        if (games.length > 1)
            this.#offer(name, games, errors);
        else if (games.length === 1 && !isEmpty)
            this.#show(name, games[0], errors);
        else
            throw new Error(errors[0]?.[0] ?? `${name}: there is no game in it`);
    }

    /** Saves the game. format: 'pgn' or 'xml'. */
    async save(format) {
        try {
            const files = await this.#loadFiles();
            const name = `${this.#view.ruleset.name}-${today()}.${format}`;
            const { text, losses } = this.#view.shownGame().write(files, format);
            download(name, text, TYPES[format]);
            const lack = losses.length ? ` Not in the file: ${losses.join(', ')}.` : '';
            this.#view.say(`The game is saved as ${name}.${lack}`);
        } catch (error) {
            this.#view.say(`The game cannot be saved as ${format.toUpperCase()}: ${error.message}`);
        }
    }

    /** Saves GameTrees in one file. */
    async saveAll(trees) {
        const files = await this.#loadFiles();
        const name = `games-${today()}.pgn`;
        download(name, trees.map(tree => tree.write(files, 'pgn').text).join(''), TYPES.pgn);
        this.#view.say(`${name} is saved; games in it: ${trees.length}`);
    }

    #openChosen() {
        const [file] = this.#input.files;
        if (file)
            this.open(file);
        this.#input.value = ''; // so that the same file can be chosen again
    }

    /** `errors`: such as why the game breaks off. */
    #show(name, stored, errors) {
        try {
            const tree = GameTree.fromStored(this.#view.rules, stored);
            // An unfinished game is there to be played on.
            this.#view.openTree(tree, { node: tree.outcome ? tree.root : tree.end });
            const { remarks } = stored.data();
            const places = errors.map(([reason]) => reason.replace(`${name}:`, 'line '));
            if (remarks.length + places.length)
                this.#view.say(`In ${name}: ${joinSome([...remarks, ...places])}`);
        } catch (error) {
            this.#view.say(`Not opened: ${name}: ${error.message}`);
        }
    }

    #offer(name, games, errors) {
        this.#dialog.show(`${games.length} games in ${name}`, games.map((stored, i) => ({
            text: `${i + 1}. ${describe(stored)}`,
            open: () => this.#show(name, stored, errors.filter(([, game]) => game === stored)),
        })), errors.length ? `Errors: ${errors.length}. ${joinSome(errors.map(([reason]) => reason))}` : '');
    }

    #acceptDrops() {
        const hasFile = event => event.dataTransfer?.types.includes('Files');
        const mark = change => {
            this.#isDragged = Math.max(0, this.#isDragged + change);
            document.body.classList.toggle('drop', this.#isDragged > 0);
        };
        addEventListener('dragenter', event => hasFile(event) && mark(1));
        addEventListener('dragleave', event => hasFile(event) && mark(-1));
        addEventListener('dragover', event => hasFile(event) && event.preventDefault());
        addEventListener('drop', event => {
            if (!hasFile(event))
                return;
            event.preventDefault();
            mark(-this.#isDragged);
            const [file, ...others] = event.dataTransfer.files;
            if (others.length)
                this.#view.say('Not opened: drop one file at a time.');
            else if (file)
                this.open(file);
        });
    }
}
