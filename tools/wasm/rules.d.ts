/** Misère: rules of losing chess (MIT 6.170's Antichess, Losers, Lichess' Antichess, Giveaway, Suicide). */

export type Colour = 'white' | 'black';

/** 'uci': e2e4, e7e8q, e2e4,e7e5, a pass 0000. 'course': e2-e4, a pass with a chip Ipass.
 *  'san': e4, e8=Q, e4,e5, a pass --. */
export type Notation = 'uci' | 'course' | 'san';

/** The properties of a ruleset. Captures are compulsory in every ruleset. */
export interface Ruleset {
    /** for example '6170-spring-2007' or 'losers' */
    readonly name: string;
    /** the name to display, for example 'Antichess, spring 2007' */
    readonly title: string;
    /** the group of similar rulesets: 'mate-loses', 'mate-wins', 'antiking', 'mind-control',
     *  'non-royal' or 'losers' */
    readonly family: string;
    readonly startFen: string;
    /** half-moves in a turn: 2 in mind control (a white piece, then a black one), else 1 */
    readonly halfMoves: 1 | 2;
    /** whether each colour has an anti-king, which must stay attacked */
    readonly antiking: boolean;
    /** whether players can have chips, each of which pays for a pass */
    readonly chips: boolean;
    /** the pieces that a pawn may become: 'q', 'qrbn' or 'qrbnk' */
    readonly promotions: string;
    readonly doubleStep: boolean;
    readonly castling: boolean;
    readonly enPassant: boolean;
    /** A colour with this many pieces or fewer wins. */
    readonly bareAt: number;
    /** what a mated colour does; 'never': the king is a piece like any other, so there is no check
     *  and no mate */
    readonly mated: 'wins' | 'loses' | 'never';
    /** what a stalemated player does; 'fewer-wins': the player with fewer pieces wins, and equal
     *  numbers draw */
    readonly stalemated: 'wins' | 'draws' | 'loses-turn' | 'fewer-wins';
}

export type Status =
    | { state: 'playing'; player: Colour }
    | { state: 'won'; winner: Colour; reason: string }
    | { state: 'drawn'; reason: string };

export interface GameOptions {
    /** the first position; by default the ruleset's */
    fen?: string;
    /** the players' pass chips; by default what the FEN says */
    chips?: { white?: number; black?: number };
    /** threefold repetition, the fifty-move rule and (in antichess) bishops that can never meet end
     *  the game; by default they do not */
    tournamentDraws?: boolean;
}

/** The squares that a board should mark, such as 'e4'. */
export interface Marks {
    /** kings that are attacked */
    check: string[];
    /** anti-kings that nothing attacks */
    unattacked: string[];
    /** pieces that can capture, if the side to move must capture */
    mustCapture: string[];
    /** pieces that can capture, if the side to move must capture or spend a chip */
    mayCapture: string[];
}

/** Why a turn or a half-move is not legal. */
export interface Refusal {
    /** such as 'mustCapture' or 'pinned': the names in engine/rules/refuse.c */
    reason: string;
    /** the pieces concerned: those that give check or pin, those that can capture, and so on */
    squares: string[];
}

/** A method that fails throws an Error with the engine's reason, and changes nothing. */
export class Game {
    protected constructor();
    readonly ruleset: string;
    /** null if the game was read from a file that begins between the halves of a turn (mind control) */
    readonly startFen: string | null;
    readonly tournamentDraws: boolean;
    /** All legal turns in ASCII order, including a pass; none if the game is over. */
    turns(notation?: Notation): string[];
    /** The turns played so far, including forced passes. */
    history(notation?: Notation): string[];
    /** Plays a turn in any notation; a forced pass before it may be left out. */
    play(turn: string): this;
    /** Takes back the last turn, which may be a forced pass. */
    takeBack(): this;
    /** A player's time is up: status() says how that has ended the game. takeBack() takes it back. */
    expire(player: Colour): this;
    /** Converts a legal turn from any notation, upper or lower case, to the given notation. If it
     *  is not legal, the Error is a Refusal, too. */
    notation(turn: string, notation?: Notation): string;
    /** Where a turn has two half-moves: the same for a first one, to 'uci'. It ends with
     *  ',gameover', and is a turn, if it ends the game. */
    half(move: string): string;
    status(): Status;
    /** Throws if the game ended between the halves of a turn (mind control). */
    fen(): string;
    /** 64 characters, from a1, b1 to h8: FEN letters, '.' for an empty square. */
    board(): string;
    /** The board after a legal turn, or after the half-move that begins a turn of two. */
    boardAfter(turn: string): string;
    /** The legal half-moves in UCI notation; none if the game is over. */
    moves(): string[];
    /** Those on boardAfter(turn). */
    movesAfter(turn: string): string[];
    /** Why the piece on a square has no legal half-move; null if it has one. `text` is a clause. */
    whyNot(square: string): Refusal & { text: string } | null;
    /** The same on boardAfter(turn). */
    whyNotAfter(turn: string, square: string): Refusal & { text: string } | null;
    marks(): Marks;
    /** What to mark on boardAfter(turn). */
    marksAfter(turn: string): Marks;
    /** The pass chips that are left; 0 in games without chips. */
    chips(): { white: number; black: number };
    /** Frees the game's memory now, not when the object is garbage-collected. */
    free(): void;
}

/** The rules. All calls run on the calling thread and return at once. */
export class Rules {
    protected constructor();
    readonly rulesets: readonly Ruleset[];
    /** The ruleset of that name. */
    ruleset(name: string): Ruleset | undefined;
    /** By default a game of 6170-spring-2007. */
    newGame(ruleset?: string, options?: GameOptions): Game;
}

/** Loads the rules; later calls return the same object. */
export function loadRules(): Promise<Rules>;
