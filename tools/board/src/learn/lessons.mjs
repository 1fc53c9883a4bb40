// The rules of each game, step by step. A step is a position to try something in:
//
//   title, text  what the rule is
//   tempt        (optional) invites the user to try turns that the rule forbids
//   ask          what to do
//   done         shown when the user has done it
//   fen          the position; by default the ruleset's first one
//   line         the turns in UCI notation, the person's and the opponent's alternately. For the
//                person there may be a list of turns, or ANY.
//
// Turns in the texts, such as e2-e4, can be clicked to play them.
import { ANY } from './exercise.mjs';

const AIM = {
    title: 'The aim',
    text: 'Lose your pieces. As soon as a king stands alone, its side has won, whoever moved last.',
    ask: 'You are White. Give away your last pawn: b3-b4.',
    done: 'Black had to take your pawn.',
    fen: '4k3/8/8/2p5/8/1P6/8/4K3 w - - 0 1',
    line: ['b3b4', 'c5b4'],
};

const MUST_CAPTURE = {
    title: 'Captures are compulsory',
    text: 'If you can capture, you must. If you can capture in several ways, the choice is yours.',
    tempt: 'Try another move and see what happens: g1-f3 or e4-e5.',
    ask: 'Then capture, e4-d5 or e4-f5.',
    done: 'So you make your opponent take your pieces: put them where they must be taken.',
    fen: 'rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 3',
    line: [['e4d5', 'e4f5']],
};

const CHECK_FIRST = {
    title: 'Check comes before captures',
    text: 'As in chess, you may not leave your king in check, not even to capture. But of the '
        + 'moves that end the check, captures come first.',
    tempt: 'Your king is in check. Try to take the pawn: b3-a4.',
    ask: 'Then make the only legal move, e1-e2.',
    done: 'Stepping aside would have ended the check, too, but taking the rook is a capture.',
    fen: '7k/8/8/8/p7/1P6/4r3/4K3 w - - 0 1',
    line: ['e1e2'],
};

const MATE_LOSES = {
    title: 'Checkmate',
    text: 'Whoever is checkmated loses, as in chess.',
    ask: 'Give checkmate: a1-a8.',
    done: 'So you can win in two ways: lose your pieces, or give mate.',
    fen: '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1',
    line: ['a1a8'],
};

const MATE_DECIDES = {
    title: 'Mate and the last piece',
    text: 'A capture that takes the last piece and gives mate counts as mate.',
    ask: 'Take the bishop: a1-a8.',
    done: 'Black’s king stands alone, but mate decides.',
    fen: 'b6k/8/6K1/8/8/8/8/R7 w - - 0 1',
    line: ['a1a8'],
};

const MATE_WINS = {
    title: 'Checkmate',
    text: 'Whoever is checkmated wins: you want to be mated.',
    ask: 'You are Black. Offer your rook, so that White must mate you: c8-a8.',
    done: 'White had to take the rook, and that was mate.',
    fen: '2r3k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1',
    line: ['c8a8', 'a1a8'],
};

const STALEMATE = {
    title: 'Stalemate',
    ask: 'Stalemate Black: c1-b1.',
    fen: 'k7/p7/P7/8/3p4/3P4/4P3/2R1K3 w - - 0 1',
};

const STALEMATE_PASSES = {
    ...STALEMATE,
    text: 'A player who has no legal move and is not in check loses the turn. The opponent moves '
        + 'again.',
    done: 'Black has to pass, and it is your turn once more.',
    line: ['c1b1', '0000'],
};

const STALEMATE_DRAWS = {
    ...STALEMATE,
    text: 'The game is a draw if a player has no legal move and is not in check.',
    done: 'Black has no legal move.',
    line: ['c1b1'],
};

const STALEMATE_WINS = {
    title: 'Stalemate',
    text: 'A player who has no legal move and is not in check has won.',
    ask: 'You are Black. Give away the only piece that can move: f6-g4.',
    done: 'White had to take the knight.',
    fen: 'k7/p7/P4n2/8/3p4/3P1P2/8/1R2K3 b - - 0 1',
    line: ['f6g4', 'f3g4'],
};

const QUEEN = {
    title: 'Promotion',
    text: 'A pawn that reaches the last row becomes a queen; there is no choice.',
    ask: 'Promote the pawn: e7-e8.',
    done: 'It is a queen, which must capture whatever it can.',
    fen: '8/4P1pk/8/8/8/8/8/4K3 w - - 0 1',
    line: ['e7e8q'],
};

const ANY_PROMOTION = {
    title: 'Promotion',
    text: 'A pawn that reaches the last row becomes a queen, a rook, a bishop or a knight, as you '
        + 'like.',
    ask: 'Promote the pawn on e7.',
    done: 'A smaller piece has to capture less.',
    fen: '8/4P1pk/8/8/8/8/8/4K3 w - - 0 1',
    line: [['e7e8q', 'e7e8r', 'e7e8b', 'e7e8n']],
};

const EN_PASSANT = {
    title: 'En passant',
    text: 'A pawn can be taken en passant, as in chess. That is a capture, so it is compulsory, '
        + 'too.',
    tempt: 'The pawn on d5 has just come from d7. Try something else: e5-e6.',
    ask: 'Then take the pawn in passing: e5-d6.',
    done: 'That was your only legal move.',
    fen: 'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3',
    line: ['e5d6'],
};

const CASTLING = {
    title: 'Castling',
    text: 'You can castle, as in chess; but never when you could capture.',
    ask: 'Castle, to either side: e1-g1 or e1-c1.',
    done: 'On the board, castling is a move of the king by two squares.',
    fen: '4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1',
    line: [['e1g1', 'e1c1']],
};

const NO_CASTLING = {
    title: 'No castling, no en passant',
    text: 'Pawns may begin with two squares, but they cannot be taken in passing, and nobody '
        + 'castles.',
    tempt: 'The pawn on d5 has just come from d7. Try e5-d6, or castling: e1-g1.',
    ask: 'Then make any other move.',
    done: 'Everything else moves as in chess.',
    fen: 'rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQK2R w - - 0 3',
    line: [ANY],
};

const SINGLE_STEPS = {
    title: 'No double steps, no castling',
    text: 'Pawns always go one square, so there is no en passant, and nobody castles.',
    tempt: 'Try d2-d4, or castling: e1-g1.',
    ask: 'Then make any other move.',
    done: 'Everything else moves as in chess.',
    fen: 'rnbqkbnr/pppp1ppp/4p3/8/8/4PN2/PPPPBPPP/RNBQK2R w - - 0 3',
    line: [ANY],
};

const CHIP = {
    title: 'Chips',
    text: 'Players may have chips. A chip buys a pass, even if you could capture.',
    ask: 'You have one chip. Press Pass.',
    done: 'The chip is gone. Now Black had to capture.',
    fen: 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2 chips:1/0',
    line: ['0000', 'd5e4'],
};

const CHIP_IN_CHECK = {
    title: 'No pass in check',
    text: 'A chip is no help against a check.',
    tempt: 'You have a chip, and your king is in check. Type 0000, which is a pass.',
    ask: 'Then end the check.',
    done: 'You still have your chip.',
    fen: '4r2k/8/8/8/p7/8/8/4K1N1 w - - 0 1 chips:1/0',
    line: [ANY],
};

// --- mind control ---

const TWO_MOVES = {
    title: 'Two moves a turn',
    text: 'In each turn you move a white piece, then a black one, whichever colour you play. Each '
        + 'move must be legal, but it need not be good.',
    ask: 'You are White. Play e2-e4, then d7-d5 for Black. Until the second move you can take back '
        + 'the first with Escape.',
    done: 'Now your opponent would have to do the same.',
    line: ['e2e4,d7d5'],
};

const BOTH_CAPTURE = {
    title: 'Captures are compulsory',
    text: 'If a colour can capture, it must, whoever moves it.',
    tempt: 'You are Black, but a white piece is first. Try g1-f3.',
    ask: 'Then capture with both colours: e4-d5, then d8-d5.',
    done: 'There was no other legal turn.',
    fen: 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 2',
    line: ['e4d5,d8d5'],
};

const COLOUR_WINS = {
    title: 'The aim',
    text: 'A colour wins as soon as its king stands alone, whoever made the moves.',
    ask: 'You are White. Play b3-b4, then take that pawn for Black: c5-b4.',
    done: 'You gave your last pawn away and took it yourself.',
    fen: '4k3/8/8/2p5/8/1P6/8/4K3 w - - 0 1',
    line: ['b3b4,c5b4'],
};

const MATE_IN_THE_MIDDLE = {
    title: 'Checkmate',
    text: 'A colour that is checkmated wins. If the game ends with the first move, there is no '
        + 'second one.',
    ask: 'You are Black. Use White’s rook to mate your own king: a1-a8.',
    done: 'No black piece was moved: the game was over.',
    fen: '6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1',
    line: ['a1a8,gameover'],
};

const STALEMATE_DRAWS_HALF = {
    ...STALEMATE_DRAWS,
    text: 'The game is a draw if a colour whose move it is has no legal move and is not in check.',
    line: ['c1b1,gameover'],
};

// --- anti-king ---

const ANTI_KING = {
    title: 'The anti-king',
    text: 'Each side has an anti-king, drawn upside down. It moves like a king, but must be '
        + 'attacked by an enemy piece after each of your moves. Enemy kings and anti-kings do not '
        + 'count.',
    tempt: 'The pawns on c7 and e7 attack yours. Try to leave their reach: d6-d5.',
    ask: 'Then go where other pawns attack it: d6-c6 or d6-e6.',
    done: 'An anti-king feels safe only in danger.',
    line: [['d6c6', 'd6e6']],
};

const ANTICHECK = {
    title: 'Anticheck',
    text: 'If nothing attacks your anti-king, you are in anticheck, and must end it at once. The '
        + 'board marks it in blue.',
    tempt: 'Try something else: e2-e4.',
    ask: 'Then step where the knight attacks: d6-c6 or d6-d7.',
    done: 'Your opponent gives anticheck by moving a piece away.',
    fen: '1n2k3/7p/3A4/8/8/3a4/2P1P3/4K3 w - - 0 1',
    line: [['d6c6', 'd6d7']],
};

const EATS_ITS_OWN = {
    title: 'It captures its own side',
    text: 'An anti-king can capture pieces of its own colour, and nothing else. This is compulsory '
        + 'like any capture. Nobody can capture a king or an anti-king.',
    tempt: 'Try the pawn on c7, or a quiet move: d6-c7, e1-d1.',
    ask: 'Then take your own pawn, where the knight attacks you: d6-e5.',
    done: 'One piece fewer, without your opponent’s help.',
    fen: '4k3/2p4p/3A2n1/4P3/8/3a4/2P1P3/4K3 w - - 0 1',
    line: ['d6e5'],
};

const THREE_LEFT = {
    title: 'The aim',
    text: 'You win as soon as you have only three pieces left: the king, the anti-king and one '
        + 'more.',
    ask: 'Give away one of your two pawns: b3-b4.',
    done: 'The last pawn stays: it can never be taken, as it attacks Black’s anti-king.',
    fen: '4k3/4p3/3A4/2p5/8/1P1a4/2P5/4K3 w - - 0 1',
    line: ['b3b4', 'c5b4'],
};

const ANTI_MATE = {
    title: 'Checkmate',
    text: 'If you can end neither a check nor an anticheck, you are mated and lose.',
    ask: 'Only your rook attacks Black’s anti-king. Move it away: a8-h8.',
    done: 'No black move brings the anti-king under attack.',
    fen: 'R7/2p5/3A4/4k3/7p/7P/8/a3K3 w - - 0 1',
    line: ['a8h8'],
};

const ANTI_STALEMATE = {
    ...STALEMATE_PASSES,
    text: 'A player who has no legal move, and is in neither check nor anticheck, loses the turn.',
    ask: 'Stalemate Black: c5-b5.',
    fen: 'k7/p7/P7/2R5/7p/1N4AP/8/a3K3 w - - 0 1',
    line: ['c5b5', '0000'],
};

const ANTI_MUST_CAPTURE = {
    ...MUST_CAPTURE,
    fen: 'rnbqkbnr/ppp1p1pp/3A4/3p1p2/4P3/3a4/PPPP1PPP/RNBQKBNR w - - 0 3',
};

const ANTI_CASTLING = {
    ...CASTLING,
    text: 'Castling and en passant are as in chess, and pawns become queens. You can never castle '
        + 'when you could capture, nor if it leaves you in anticheck.',
    fen: '4k3/pppppppp/3A4/8/8/3a4/PPPPPPPP/R3K2R w KQ - 0 1',
};

// --- games without a royal king ---

const LOSE_ALL = {
    title: 'The aim',
    text: 'Lose all your pieces, the king too. Whoever has none left has won.',
    ask: 'You are White. Give away your last piece: b3-b4.',
    done: 'Black had to take your pawn.',
    fen: '8/8/8/2p5/8/1P6/8/8 w - - 0 1',
    line: ['b3b4', 'c5b4'],
};

const PLAIN_KING = {
    title: 'The king is a piece like any other',
    text: 'There is no check and no mate. A king may be attacked and taken, may stand beside '
        + 'another, and must capture like any piece.',
    tempt: 'The rook attacks your king. Try to step aside: e1-d1.',
    ask: 'Then take the pawn, as you must: b3-a4.',
    done: 'Black had to take your king, and the game goes on.',
    fen: '4r3/7p/8/8/p7/1P6/8/4K3 w - - 0 1',
    line: ['b3a4', 'e8e1'],
};

const STUCK_WINS = {
    title: 'Stalemate',
    text: 'A player who has no legal move has won.',
    ask: 'Give away the only piece that can move: g4-f6.',
    done: 'Black had to take the knight. Your pawn cannot move.',
    fen: '8/4p3/8/p7/P5N1/8/8/8 w - - 0 1',
    line: ['g4f6', 'e7f6'],
};

const FEWER_WIN = {
    ...STUCK_WINS,
    text: 'When a player has no legal move, the side with fewer pieces has won. Equal numbers are '
        + 'a draw.',
    done: 'Your pawn cannot move, and you have one piece against two.',
};

const KING_PROMOTION = {
    title: 'Promotion',
    text: 'A pawn that reaches the last row becomes a queen, a rook, a bishop, a knight or a king, '
        + 'as you like.',
    ask: 'Promote the pawn on e7.',
    done: 'A side may have several kings, or none.',
    fen: '8/4P3/8/8/7p/8/8/8 w - - 0 1',
    line: [['e7e8q', 'e7e8r', 'e7e8b', 'e7e8n', 'e7e8k']],
};

const NEVER_CASTLES = {
    title: 'No castling',
    text: 'Nobody castles.',
    tempt: 'Try castling: e1-g1.',
    ask: 'Then make any other move.',
    done: 'Everything else moves as in chess.',
    fen: 'rnbqkbnr/pppp1ppp/4p3/8/8/4PN2/PPPPBPPP/RNBQK2R w - - 0 3',
    line: [ANY],
};

const CASTLES_IN_CHECK = {
    ...CASTLING,
    text: 'You can castle, as in chess, and also when the king or a square on its way is attacked; '
        + 'but never when you could capture.',
    fen: '4r3/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R w KQ - 0 1',
};

const MODERN = [AIM, MUST_CAPTURE, CHECK_FIRST, MATE_LOSES, MATE_DECIDES, STALEMATE_PASSES, QUEEN];
const EARLY = [AIM, MUST_CAPTURE, CHECK_FIRST, MATE_WINS, STALEMATE_DRAWS, QUEEN];
const LIKE_CHESS = [EN_PASSANT, CASTLING];
const NON_ROYAL = [LOSE_ALL, MUST_CAPTURE, PLAIN_KING, KING_PROMOTION];

/** The steps of each ruleset's lesson. */
export const LESSONS = {
    '6170-spring-1994': [...EARLY, SINGLE_STEPS],
    '6170-fall-2003': [...EARLY, NO_CASTLING, CHIP, CHIP_IN_CHECK],
    '6170-fall-2003-mindcontrol': [TWO_MOVES, BOTH_CAPTURE, COLOUR_WINS, MATE_IN_THE_MIDDLE,
        STALEMATE_DRAWS_HALF],
    '6170-spring-2006': [...MODERN, ...LIKE_CHESS],
    '6170-spring-2006-antiking': [ANTI_KING, ANTICHECK, ANTI_MUST_CAPTURE, EATS_ITS_OWN, THREE_LEFT,
        ANTI_MATE, ANTI_STALEMATE, ANTI_CASTLING],
    '6170-spring-2007': [...MODERN, NO_CASTLING],
    '6170-spring-2007-encastle': [...MODERN, ...LIKE_CHESS],
    '6170-fall-2007': [...MODERN, ...LIKE_CHESS],
    'losers': [AIM, MUST_CAPTURE, CHECK_FIRST, MATE_WINS, STALEMATE_WINS, ANY_PROMOTION,
        ...LIKE_CHESS],
    'antichess': [...NON_ROYAL, STUCK_WINS, EN_PASSANT, NEVER_CASTLES],
    'giveaway': [...NON_ROYAL, STUCK_WINS, EN_PASSANT, CASTLES_IN_CHECK],
    'suicide': [...NON_ROYAL, FEWER_WIN, EN_PASSANT, NEVER_CASTLES],
};
