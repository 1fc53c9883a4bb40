/** Misère: game files of losing chess: the XML of MIT's course 6.170, PGN, 1994 boards and FEN. */

import { Colour, Game, GameOptions, Rules } from './index.js';

export { Game, Rules };

/** 'xml': the course's format. 'pgn'. '1994': a board of the Spring 1994 handout. */
export type Format = 'xml' | 'pgn' | '1994';

/** Milliseconds; null: unlimited or unknown. */
export interface Clock {
    initial: number | null;
    current: number | null;
}

/** Notes on a turn. XML stores only the clock; PGN stores all but the nodes, and the depth only with a score. */
export interface Annotation {
    /** from the player's point of view: centipawns, or turns until a forced win or loss */
    score?: { cp: number } | { mate: number };
    /** half-moves */
    depth?: number;
    nodes?: number;
    /** how long the turn took, in milliseconds */
    time?: number;
    /** the player's remaining time after the turn, in milliseconds; see play() */
    clock?: number;
    comment?: string;
}

/** '' if unknown. */
export interface Names {
    white: string;
    black: string;
}

/** The PGN tags of the same names; '' if unknown. XML does not store them. */
export interface Tags {
    event: string;
    site: string;
    /** YYYY.MM.DD */
    date: string;
    round: string;
    termination: string;
    timeControl: string;
}

/** A game with everything that a file can store about it. */
export class StoredGame extends Game {
    /** Reading returns a copy; assigning changes only the properties given. */
    get names(): Names;
    set names(names: Partial<Names>);
    get tags(): Tags;
    set tags(tags: Partial<Tags>);
    /** Reading returns a copy, or null if the game has no clocks. */
    get clocks(): Record<Colour, Clock> | null;
    set clocks(clocks: Record<Colour, Partial<Clock>> | null);
    /** Whether the file had variations, marks or comments that this class does not tell. */
    readonly hasDroppedAnnotations: boolean;

    /** Plays a turn; `clock` is the player's remaining time after it, in milliseconds. */
    play(turn: string, options?: { clock?: number | null }): this;
    /** Takes back a forfeit or a loss on time, or else the last turn with its annotation. */
    takeBack(): this;
    /**
     * The result by the rules, the clock or a forfeit; else the one that the file states.
     * status() does not include forfeits or the result that the file states.
     */
    result(): '1-0' | '0-1' | '1/2-1/2' | '*';
    /** The reason in status(), or that of the forfeit; '' if there is none. */
    reason(): string;
    /** These three end the game; they throw if it is over. */
    resign(colour: Colour): this;
    /** The colour loses on time. */
    expire(colour: Colour): this;
    /** The colour loses; the reason is cut off after 63 bytes of UTF-8. */
    forfeit(colour: Colour, reason: string): this;
    /** The notes on the turn history()[index]. */
    annotation(index: number): Annotation;
    /** Replaces the notes on a turn, except its clock. */
    setAnnotation(index: number, annotation: Annotation): this;
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
    /** Called with 'NAME:LINE: REASON' for each bad game; the other games are read. */
    onError?: (reason: string) => void;
}

/** The rules and the file formats. All calls run on the calling thread and return at once. */
export class Files extends Rules {
    newGame(ruleset?: string, options?: GameOptions): StoredGame;
    /**
     * The games of a file of at most 10 MiB: XML, PGN, a 1994 board, or a list with a FEN on each
     * line; the format is detected from the contents. Without onError the first mistake throws an
     * Error 'NAME:LINE: REASON'. Nothing else is loaded, and nothing in the file is executed.
     */
    read(name: string, bytes: Uint8Array, options?: ReadOptions): StoredGame[];
}

/** Loads the module; later calls return the same object. */
export function loadFiles(): Promise<Files>;
