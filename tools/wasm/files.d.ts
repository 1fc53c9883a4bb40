/** Misère: games of losing chess in files: the XML of MIT's course 6.170, PGN, 1994 boards and FEN. */

import { Colour, Game, GameOptions, Rules } from './index.js';

export { Game, Rules };

/** 'xml': the course's format. 'pgn'. '1994': a board of the Spring 1994 handout. */
export type Format = 'xml' | 'pgn' | '1994';

/** Milliseconds; null: unlimited or unknown. */
export interface Clock {
    initial: number | null;
    current: number | null;
}

/** What is known about a turn. XML keeps the clock; PGN all but the nodes, and the depth only with a score. */
export interface Annotation {
    /** from the player's point of view: centipawns, or turns until a forced win or loss */
    score?: { cp: number } | { mate: number };
    /** half-moves */
    depth?: number;
    nodes?: number;
    /** how long the turn took, in milliseconds */
    time?: number;
    /** what the player had left after the turn, in milliseconds; see play() */
    clock?: number;
    comment?: string;
}

/** A text that is too long is cut off: names after 63 bytes of UTF-8, tags after 255. */
export interface Names {
    white: string;
    black: string;
}

/** PGN's tags of these names; '' is unknown. XML does not keep them. */
export interface Tags {
    event: string;
    site: string;
    /** YYYY.MM.DD */
    date: string;
    round: string;
    termination: string;
    timeControl: string;
}

/** A game with everything that a file may say about it. */
export class StoredGame extends Game {
    /** Setting changes only the given ones. The object is a copy. */
    get names(): Names;
    set names(names: Partial<Names>);
    get tags(): Tags;
    set tags(tags: Partial<Tags>);
    /** null if the game has no clocks. The object is a copy. */
    get clocks(): Record<Colour, Clock> | null;
    set clocks(clocks: Record<Colour, Partial<Clock>> | null);
    /** Had the file variations, marks or comments that are not kept? */
    readonly hasDroppedAnnotations: boolean;

    /** Plays a turn; `clock` is what the player has left after it, in milliseconds. */
    play(turn: string, options?: { clock?: number | null }): this;
    /** Takes back a forfeit or a loss on time, or else the last turn with its annotation. */
    takeBack(): this;
    /**
     * The result by the rules, the clock or a forfeit; else the one that the file states.
     * status() knows only of the rules and the clock.
     */
    result(): '1-0' | '0-1' | '1/2-1/2' | '*';
    /** The reason in status(), or that of the forfeit; '' if there is none. */
    reason(): string;
    /** These three end the game; they throw if it is over. */
    resign(colour: Colour): this;
    /** The colour loses on time. */
    expire(colour: Colour): this;
    /** The colour loses; the reason is cut to 63 bytes of UTF-8. */
    forfeit(colour: Colour, reason: string): this;
    /** What is known about history()[index]. */
    annotation(index: number): Annotation;
    /** Replaces what is known, but for the clock. */
    setAnnotation(index: number, annotation: Annotation): this;
    /**
     * The contents of a file with this game. XML keeps what other programs have put into the file
     * that the game was read from. A 1994 board holds the last position only, and only of
     * 6170-spring-1994.
     */
    write(format: Format): string;
}

export interface ReadOptions {
    /** of games that name none; by default 6170-spring-2007 */
    ruleset?: string;
    /** Gets 'NAME:LINE: REASON' for each bad game, and the others are read. */
    onError?: (reason: string) => void;
}

/** The rules and the formats of files, on the calling thread; all of it is synchronous. */
export class Files extends Rules {
    newGame(ruleset?: string, options?: GameOptions): StoredGame;
    /**
     * The games of a file of at most 10 MiB: XML, PGN, a 1994 board, or a list with a FEN on each
     * line; its contents tell which. Without onError throws an Error with the first mistake,
     * 'NAME:LINE: REASON'. No network, no other file, and nothing in the file is run.
     */
    read(name: string, bytes: Uint8Array, options?: ReadOptions): StoredGame[];
}

/** Loads the module, once. */
export function loadFiles(): Promise<Files>;
