/** Misère: rules and search of losing chess (MIT 6.170's Antichess, Losers, Lichess' Antichess, Giveaway, Suicide). */

import { Game } from './rules.js';

export * from './rules.js';

/** A parsed UCI `info` line. Turns are in UCI notation, scores from the player's point of view. */
export interface Info {
    depth?: number;
    seldepth?: number;
    multipv?: number;
    /** cp: centipawns; mate: turns until a forced win, negative for a loss */
    score?: { cp?: number; mate?: number };
    bound?: 'lower' | 'upper';
    /** win, draw and loss in thousandths, with the option UCI_ShowWDL */
    wdl?: number[];
    nodes?: number;
    nps?: number;
    /** milliseconds */
    time?: number;
    /** thousandths of the hash table in use */
    hashfull?: number;
    /** always 0 */
    tbhits?: number;
    pv?: string[];
}

export function parseInfo(line: string): Info;

/** Times are in milliseconds. Without a limit the search runs until stop(). */
export interface SearchOptions {
    depth?: number;
    nodes?: number;
    mate?: number;
    movetime?: number;
    wtime?: number;
    btime?: number;
    winc?: number;
    binc?: number;
    movestogo?: number;
    /** search only these turns, in UCI notation */
    searchmoves?: string[];
    /** the clock does not start until ponderhit() */
    ponder?: boolean;
    onInfo?: (info: Info) => void;
}

export interface SearchResult {
    /** null if the game is over; '0000' is a pass */
    turn: string | null;
    /** the expected reply */
    ponder: string | null;
}

/** The part of the Worker interface that Engine uses. */
export interface UciWorker {
    postMessage(line: string): void;
    onmessage: ((event: { data: string }) => void) | null;
    terminate(): void;
}

/** Starts a worker that speaks UCI, one line per message, as `new Worker('misere.js')` does. */
export function createWorker(): UciWorker;

/** The search, in a worker: one search at a time. */
export class Engine {
    constructor(worker?: UciWorker);
    /** Resolves once the engine has started. */
    readonly ready: Promise<void>;
    /** Searches the game's current position. */
    search(game: Game, options?: SearchOptions): Promise<SearchResult>;
    /** Ends the search, which resolves with the best turn found. The hash table is kept. */
    stop(): void;
    ponderhit(): void;
    /** Sets a UCI option, for example 'Hash', 'MultiPV' or 'Skill Level'. */
    setOption(name: string, value: string | number | boolean): Promise<void>;
    /** Clears the hash table. */
    newGame(): Promise<void>;
    /** Resolves when all earlier commands have been executed. */
    synchronise(): Promise<void>;
    close(): void;
    /** True once the engine has been closed or its worker has failed; all its promises are then rejected. */
    readonly isClosed: boolean;
}
