// Stores the games of a View in the library as they change, and what the tab shows in its own storage,
// so that a reload, a crash or another tab loses nothing.
import { GameTree, RESULTS } from '../game/game-tree.mjs';
import { Match } from '../play/match.mjs';
import { storedName } from '../play/players.mjs';
import { Study } from '../view/study.mjs';
import { readFormer } from './former.mjs';

const NOTES_MS = 500; // after the engine has found something
const NAME = 'view';
const FORMER = 'session';

const resultOf = ending => (ending ? RESULTS[ending.winner] : '*');

function aboutMatch({ tree, tip, players, ending }) {
    const { white, black } = players;
    return { kind: 'match', ruleset: tree.ruleset.name, white: storedName(white),
             black: storedName(black), result: resultOf(ending), turns: tip.ply };
}

function aboutStudy({ tree }) {
    return { kind: 'study', ruleset: tree.ruleset.name, white: tree.nameOf('white') || '?',
             black: tree.nameOf('black') || '?', result: resultOf(tree.outcome),
             turns: tree.nodes().length - 1 };
}

// What the library stores of a match or study: what recent() tells, and the game.
const contentsOf = source => (source instanceof Match ? [aboutMatch(source), { match: source.toData() }]
    : [aboutStudy(source), { tree: source.tree.toData() }]);

export class Autosave {
    #view;
    #library;
    #stores; // of what the tab shows: the tab's own, and the one for new tabs
    #onFull;
    #match = { source: null, id: null, version: -1 }; // what is stored of the match
    #study = { source: null, id: null, version: 0 };
    #unstored = []; // games for which there was no room when another one took their place
    #timer = 0;

    /**
     * tab, shared: Stores, of sessionStorage and of localStorage. onFull(length): a game of so many
     * characters could not be stored.
     */
    constructor(view, library, { tab, shared, onFull = () => {} }) {
        this.#view = view;
        this.#library = library;
        this.#stores = [tab, shared];
        this.#onFull = onFull;
    }

    /**
     * Shows what this tab, or else the last one, has shown; then stores all that changes, at once.
     * After a reload in Chromium the tab's own state can be out of date, and its game gone.
     */
    start() {
        this.#stores.some(store => this.#restore(store.read(NAME) ?? {}));
        this.save();
        this.#view.addEventListener('change', () => this.save());
        this.#view.addEventListener('note', ({ detail }) =>
            (detail.isEngines ? this.#plan() : this.save()));
    }

    /**
     * Takes the game that the page's first edition has kept into the library. One that is damaged stays
     * where it is.
     */
    importFormer() {
        const [, store] = this.#stores;
        try {
            const games = readFormer(store.read(FORMER)).filter(({ turns }) => turns.length);
            for (const data of games) {
                const tree = GameTree.fromData(this.#view.rules, data);
                if (!this.#library.save(null, aboutStudy({ tree }), { tree: tree.toData() }))
                    return;
            }
            store.remove(FORMER);
            if (games.length)
                this.#view.say('What an earlier edition of this page had stored is now among your games');
        } catch {
            // There is none that can be read.
        }
    }

    /** The GameTrees of games in the library, but for those that are damaged. */
    treesOf(ids) {
        const { rules } = this.#view;
        return ids.flatMap(id => {
            const { match, tree } = this.#library.read(id) ?? {};
            try {
                return match ? Match.fromData(rules, { ...match, isPaused: true }).copy()
                    : GameTree.fromData(rules, tree);
            } catch {
                return [];
            }
        });
    }

    /** Whether closing the page would lose something. */
    get isBehind() {
        const { match, study } = this.#view;
        const lacks = ({ source, version }, game) => source !== game || version !== game.version;
        return this.#unstored.length > 0
            || (match.tip.ply > 0 && lacks(this.#match, match))
            || (Boolean(study?.version) && lacks(this.#study, study));
    }

    /** Opens a game of library.recent(). */
    open(id) {
        this.save();
        const { match, tree } = this.#library.read(id) ?? {};
        try {
            if (match)
                this.#openMatch(id, match);
            else
                this.#openStudy(id, tree);
            this.#view.setMode(match ? 'play' : 'analysis');
        } catch (error) {
            this.#view.say(`The game that was kept is damaged: ${error.message}`);
        }
    }

    #openMatch(id, data) {
        const left = this.#library.readClocks(id) ?? data.left;
        const source = Match.fromData(this.#view.rules, { ...data, left });
        this.#leave(this.#match);
        this.#match = { source, id, version: source.version };
        this.#view.setMatch(source);
    }

    #openStudy(id, data, match = null) {
        const source = new Study(GameTree.fromData(this.#view.rules, data), { match });
        source.version = 1;
        this.#leave(this.#study);
        this.#study = { source, id, version: source.version };
        this.#view.setStudy(source);
    }

    // Returns whether the library has one of the games. One that is damaged stays where it is.
    #restore({ match: matchId, study: studyId, isCopy, mode, node, orientation }) {
        const view = this.#view;
        const { match } = (matchId && this.#library.read(matchId)) ?? {};
        const { tree } = (studyId && this.#library.read(studyId)) ?? {};
        if (!match && !tree)
            return false;
        try {
            if (match)
                this.#openMatch(matchId, match);
            if (tree)
                this.#openStudy(studyId, tree, isCopy ? view.match : null);
            view.orientation = orientation;
            view.setMode(mode);
            view.goTo(view.tree.nodes()[node] ?? view.node);
        } catch {
            view.setMode('play');
        }
        return true;
    }

    /** Stores what has changed. */
    save() {
        clearTimeout(this.#timer);
        const view = this.#view;
        this.#match = this.#store(this.#match, view.match);
        if (view.study?.version)
            this.#study = this.#store(this.#study, view.study);
        this.#unstored = this.#unstored.filter(source => !this.#library.save(null, ...contentsOf(source)));
        this.#saveView();
        if (this.isBehind)
            this.#onFull(this.#library.lacking);
    }

    #store(stored, source) {
        const isSame = stored.source === source;
        if (isSame && stored.version === source.version)
            return stored;
        const { version } = source;
        const known = isSame ? stored.id : null;
        const id = this.#library.save(known, ...contentsOf(source));
        if (known && id && id !== known)
            this.#view.say('This game has changed in another window. Here goes on a copy');
        if (!isSame)
            this.#leave(stored);
        return id ? { source, id, version } : { source, id: known, version: -1 };
    }

    // A match in which nothing was played, here or in another tab, is not kept.
    #leave({ source, id, version }) {
        const isEmpty = source instanceof Match && source.tip.ply === 0;
        if (isEmpty && id && !this.#library.changedElsewhere(id))
            this.#library.remove(id);
        else if (source && !isEmpty && version !== source.version
                && !this.#library.save(id, ...contentsOf(source)))
            this.#unstored.push(source);
    }

    #saveView() {
        const { mode, node, tree, orientation, study, match } = this.#view;
        const state = {
            match: this.#match.id,
            study: study?.version ? this.#study.id : null,
            isCopy: study?.match === match,
            mode,
            node: mode === 'analysis' ? tree.nodes().indexOf(node) : node.ply,
            orientation,
        };
        for (const store of this.#stores)
            store.write(NAME, state);
    }

    #plan() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.save(), NOTES_MS);
    }

    /** Stores what the clocks show; to be called now and then, and before the page goes. */
    saveClocks() {
        const { clock } = this.#view.match;
        if (clock?.running && this.#match.id)
            this.#library.saveClocks(this.#match.id, clock.times());
    }

    /** To be called when another tab has written something. */
    lookElsewhere() {
        const { match } = this.#view;
        const isChanged = (how, { id }) => id && this.#library.changedElsewhere(id) === how;
        if (isChanged('on', this.#match) && !match.isPaused && !match.ending) {
            this.#match.version++; // that it rests is for this tab alone
            match.setPaused(true);
            this.#view.say('This game goes on in another window');
        }
        const lost = [this.#match, this.#study].filter(stored => isChanged('over', stored));
        lost.forEach(({ source }) => source.version++); // what this tab has written at the same moment
        if (lost.length)
            this.save();
    }
}
