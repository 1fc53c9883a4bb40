/** Misère: game files of losing chess: the XML of MIT's course 6.170, PGN, 1994 boards and FEN. */

import { Colour, Game, GameOptions, Rules } from './rules.js';

export { Game, Rules };

/** 'xml': the course's format. 'pgn'. '1994': a board of the Spring 1994 handout. */
export type Format = 'xml' | 'pgn' | '1994';

/** Milliseconds; null: unlimited or unknown. */
export interface Clock {
    initial: number | null;
    current: number | null;
}

/** A turn, and what is said about it. */
export interface TurnData {
    /** in UCI notation; a pass, also a forced one, is '0000' */
    turn: string;
    /** In the first turn of a variation: the index in GameData.turns of the turn that it replaces. */
    instead?: number;
    /** the player's remaining time after the turn, in milliseconds */
    clock?: number;
    /**
     * Comments before and after the turn. Arrows, coloured squares ('[%cal Ge2e4]', '[%csl Rd5]') and other commands
     * that the members below do not tell stay in them.
     */
    before?: string[];
    after?: string[];
    /** PGN's numeric annotation glyphs: 1 to 6 are !, ?, !!, ??, !? and ?! */
    glyphs?: number[];
    /** from the player's point of view: centipawns, or turns until a forced win or loss */
    score?: { cp: number } | { mate: number };
    /** half-moves */
    depth?: number;
    nodes?: number;
    /** how long the turn took, in milliseconds */
    time?: number;
}

/** What fromData() needs of a game. Whatever is left out is unknown or has not happened. */
export interface NewGameData {
    ruleset: string;
    /**
     * How the ruleset is known: its file names it, the caller did, the tag `Event` does, it alone fits, it is the
     * likeliest of those that fit, or none fits and it comes furthest.
     */
    rulesetSource?: 'named' | 'chosen' | 'event' | 'fits' | 'likeliest' | 'furthest';
    /** the others that fit */
    otherRulesets?: string[];
    /** The first position; null if the game began between the halves of a turn: `xml` says how. */
    fen?: string | null;
    tournamentDraws?: boolean;
    /** PGN's tags, names and values in the order of the file, such as ['White', 'Anna']. */
    tags?: [string, string][];
    /** whether `tags` has everything known about the game besides its turns */
    hasAllTags?: boolean;
    timed?: boolean;
    clocks?: Record<Colour, Clock>;
    /** what a clock gains with each turn, in milliseconds */
    increment?: number;
    /**
     * The main line, and after it the variations. Each turn follows the one before it in the list, but one with
     * `instead` begins a variation.
     */
    turns?: TurnData[];
    /** comments of a game without turns */
    comments?: string[];
    /** the number of turns of the opening, which the players did not choose */
    openingTurns?: number;
    /** the result that the file states */
    result?: '1-0' | '0-1' | '1/2-1/2' | '*';
    /** why the game ended, as an XML file states it */
    statedReason?: 'piecesLost' | 'checkmate' | 'stalemate' | 'timeExpired' | 'threefold' | 'fifty' | 'insufficientMaterial';
    /** who has lost on time */
    expired?: Colour;
    /**
     * A game that ended neither by the rules nor on time; the reason is cut off after 63 bytes of UTF-8. `told`: true
     * if the tags or comments already give the reason.
     */
    forfeit?: { loser: Colour; reason: string; told?: boolean };
    /** what the referee decided, such as 'illegalMove' */
    verdict?: { loser: Colour; kind: string; detail?: string };
    /** what the reader of the file skipped, and the line of the first of each */
    skipped?: Partial<Record<'words' | 'tags' | 'comments' | 'glyphs' | 'variations' | 'operations' | 'history', { count: number; line?: number }>>;
    /** where the game begins in its file, from 1; 0: in no file */
    line?: number;
    /** the game as XML, with the elements and attributes that other programs added to its file */
    xml?: string;
}

/** Everything known about a game. */
export interface GameData extends NewGameData {
    fen: string | null;
    tags: [string, string][];
    clocks: Record<Colour, Clock>;
    turns: TurnData[];
    /**
     * How the game ended: the result that the file states, or else the one by the rules, the clock or a forfeit; the
     * reason in status(), or that of the forfeit, or ''; and the result by the rules if the file states another one.
     */
    outcome: { result: '1-0' | '0-1' | '1/2-1/2' | '*'; reason: string; byRules?: string };
    /** what a file of each format lacks of the game: 'clocks', 'annotations' and so on */
    losses: Record<Format, string[]>;
    /** the reader's remarks, such as how it knows the ruleset and what it skipped */
    remarks: string[];
}

/** A game with everything that a file can store about it. */
export class StoredGame extends Game {
    /** Plays a turn, and forgets how the game ended; `clock` is the player's remaining time after it, in milliseconds. */
    play(turn: string, options?: { clock?: number | null }): this;
    /** Takes back a forfeit or a loss on time, or else the last turn with what is said about it. */
    takeBack(): this;
    /** A copy of everything known about the game, which can be stored as JSON. Files.fromData() reads it. */
    data(): GameData;
    /**
     * The text of a file with this game. XML keeps the elements and attributes that other programs
     * added to the file that the game was read from. A 1994 board holds the last position only, and only of
     * 6170-spring-1994.
     */
    write(format: Format): string;
}

export interface ReadOptions {
    /** the ruleset of games that name none; by default the likeliest that fits the game */
    ruleset?: string;
    /**
     * Called with 'NAME:LINE: REASON' for each bad game; the other games are read, and of a game of PGN that breaks off
     * the part before, which is `game`.
     */
    onError?: (reason: string, game: StoredGame | null) => void;
}

/** What a proof proves: who wins, whatever the opponent does. */
export interface Proof {
    ruleset: string;
    /** the first position */
    fen: string;
    winner: Colour;
    positions: number;
    /** half-moves of the longest line */
    length: number;
}

/** The rules and the file formats. All calls run on the calling thread, and all but checkProofs() return at once. */
export class Files extends Rules {
    newGame(ruleset?: string, options?: GameOptions): StoredGame;
    /** The game of such data; throws the reason if they are none. `outcome`, `losses` and `remarks` are not read. */
    fromData(data: NewGameData): StoredGame;
    /**
     * The games of a file of at most 10 MiB: XML, PGN, a 1994 board, or a list with a FEN on each
     * line; the format is detected from the contents. Without onError the first mistake throws an
     * Error 'NAME:LINE: REASON'. Nothing else is loaded, and nothing in the file is executed.
     */
    read(name: string, bytes: Uint8Array, options?: ReadOptions): StoredGame[];
    /**
     * Checks the proofs of a file that misere-prove has written, in either format, by the rules alone. Rejects with
     * 'proof NUMBER: REASON' if one is wrong. A compact proof may have 16,000,000 positions, which need 64 bytes each.
     */
    checkProofs(proofs: string | Uint8Array): Promise<Proof[]>;
}

/** Loads the module; later calls return the same object. */
export function loadFiles(): Promise<Files>;
