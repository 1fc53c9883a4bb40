// TODO: goes as soon as the rules' module has all this itself.
const TITLES = {
    '6170-spring-1994': 'Antichess 1994', '6170-fall-2003': 'Antichess 2003',
    '6170-fall-2003-mindcontrol': 'Mind control', '6170-spring-2006': 'Antichess 2006',
    '6170-spring-2006-antiking': 'Anti-king', '6170-spring-2007': 'Antichess 2007',
    '6170-spring-2007-encastle': 'Antichess 2007 with castling', '6170-fall-2007': 'Antichess, fall 2007',
    losers: 'Losers',
};
const indexOf = square => 8 * (Number(square[1]) - 1) + square.charCodeAt(0) - 97;

function boardAfter(move) {
    const letters = [...this.board()];
    letters[indexOf(move.slice(2, 4))] = letters[indexOf(move)];
    letters[indexOf(move)] = '.';
    return letters.join('');
}

export function complete(files) {
    if (files.rulesets[0].title)
        return files;
    for (const ruleset of files.rulesets)
        Object.assign(ruleset, { title: TITLES[ruleset.name], halfMoves: ruleset.family === 'mind-control' ? 2 : 1,
            chips: ruleset.name === '6170-fall-2003', promotions: ruleset.name === 'losers' ? 'qrbn' : 'q',
            antiking: ruleset.family === 'antiking', mustCapture: true });
    const start = files.newGame.bind(files);
    files.newGame = (ruleset, { chips, ...options } = {}) => {
        const info = files.rulesets.find(({ name }) => name === (ruleset ?? '6170-spring-2007'));
        const fen = chips ? `${options.fen ?? info.startFen} chips:${chips.white}/${chips.black}` : options.fen;
        return Object.assign(start(ruleset, { ...options, fen }), {
            boardAfter, marks: () => ({ check: [], unattacked: [], mustCapture: [] }),
            chips() {
                const [, w, b] = /chips:(\d+)\/(\d+)/.exec(this.fen()) ?? [0, 0, 0];
                return { white: Number(w), black: Number(b) };
            },
        });
    };
    return files;
}
