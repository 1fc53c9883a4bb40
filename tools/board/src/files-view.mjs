// Opening games from files, by choice or by drop, and saving the game.
import { toStored, openStored } from './stored.mjs';

const MAX_FILE_MIB = 10; // the limit of Files.read()
const TYPES = { pgn: 'application/x-chess-pgn', xml: 'application/xml' };

function describe(stored, number) {
    const { tags, outcome } = stored.data();
    const [white, black] = ['White', 'Black'].map(name =>
        tags.find(([known]) => known === name)?.[1] || '?');
    const players = white !== '?' || black !== '?' ? `${white} – ${black}, ` : '';
    const { length } = stored.history();
    return `${number}. ${players}${outcome.result}, ${length} ${length === 1 ? 'turn' : 'turns'}`;
}

async function bytesOf(file) {
    const size = Math.ceil(file.size / 2 ** 20);
    if (size > MAX_FILE_MIB)
        throw new Error(`${file.name}: ${size} MiB; at most ${MAX_FILE_MIB} can be opened`);
    return new Uint8Array(await file.arrayBuffer());
}

// What a file lacks of the game, in a sentence after a blank; '' if it has all.
function lackOf(stored, format, missing) {
    const lacks = [...stored.data().losses[format]];
    if (missing)
        lacks.push(`${missing} ${missing === 1 ? 'turn' : 'turns'} after the game’s last one`);
    return lacks.length ? ` Not in the file: ${lacks.join(', ')}.` : '';
}

// The browser saves the file to its downloads folder, or asks where.
function download(name, text, type) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

export class FilesView {
    #session;
    #dialog;
    #input;
    #isDragged = 0; // the number of nested elements that a dragged file is over

    /** dialog: lists the games of a file. input: a hidden <input type="file">. */
    constructor(dialog, input, session) {
        this.#session = session;
        this.#dialog = dialog;
        this.#input = input;
        input.addEventListener('change', () => this.#openChosen());
        dialog.querySelector('.cancel').addEventListener('click', () => dialog.close());
        this.#acceptDrops();
    }

    /** Asks for a file. */
    choose() {
        this.#input.click();
    }

    /** Opens a File. If it cannot be opened, shows the reason and changes nothing. */
    async open(file) {
        const errors = [];
        try {
            const games = this.#session.files.read(file.name, await bytesOf(file),
                                                   { onError: reason => errors.push(reason) });
            if (games.length > 1)
                this.#offer(file.name, games, errors);
            else if (games.length === 1 && (errors.length === 0 || games[0].history().length))
                this.#show(file.name, games[0], errors);
            else
                throw new Error(errors[0] ?? `${file.name}: there is no game in it`);
        } catch (error) {
            this.#session.say(`Not opened: ${error.message}`);
        }
    }

    /** Saves the game. format: 'pgn' or 'xml'. */
    save(format) {
        try {
            const date = new Date().toISOString().slice(0, 10);
            const name = `${this.#session.ruleset.name}-${date}.${format}`;
            const { stored, missing } = toStored(this.#session);
            download(name, stored.write(format), TYPES[format]);
            this.#session.say(`The game is saved as ${name}.${lackOf(stored, format, missing)}`);
        } catch (error) {
            this.#session.say(`The game cannot be saved as ${format.toUpperCase()}: ${error.message}`);
        }
    }

    #openChosen() {
        const [file] = this.#input.files;
        if (file)
            this.open(file);
        this.#input.value = ''; // so that the same file can be chosen again
    }

    /** `errors`: of a file with one game, such as why it breaks off. */
    #show(name, stored, errors = []) {
        try {
            const remarks = openStored(this.#session, stored);
            remarks.push(...errors.slice(0, 1).map(error => error.replace(`${name}:`, 'line ')));
            if (remarks.length)
                this.#session.say(`In ${name}: ${remarks.join('; ')}.`);
        } catch (error) {
            this.#session.say(`Not opened: ${name}: ${error.message}`);
        }
    }

    #offer(name, games, errors) {
        const list = this.#dialog.querySelector('ul');
        this.#dialog.querySelector('h2').textContent = `${games.length} games in ${name}`;
        this.#dialog.querySelector('.error').textContent = errors.length
            ? `Errors: ${errors.length}. ${errors[0]}` : '';
        list.replaceChildren(...games.map((stored, i) => {
            const button = document.createElement('button');
            button.type = 'button';
            button.textContent = describe(stored, i + 1);
            button.addEventListener('click', () => {
                this.#dialog.close();
                this.#show(name, stored);
            });
            const item = document.createElement('li');
            item.append(button);
            return item;
        }));
        this.#dialog.showModal();
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
                this.#session.say('Not opened: drop one file at a time.');
            else if (file)
                this.open(file);
        });
    }
}
