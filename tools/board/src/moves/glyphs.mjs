// PGN's numeric annotation glyphs: their signs and meanings.

/** What is said of a turn, and of the position after it: [glyph, sign, meaning]. */
export const GLYPHS = {
    turn: [[3, '!!', 'very good'], [1, '!', 'good'], [5, '!?', 'interesting'], [6, '?!', 'dubious'],
           [2, '?', 'mistake'], [4, '??', 'blunder'], [7, '□', 'forced']],
    position: [[10, '=', 'equal'], [13, '∞', 'unclear'], [14, '⩲', 'White slightly better'],
               [15, '⩱', 'Black slightly better'], [16, '±', 'White better'],
               [17, '∓', 'Black better'], [18, '+−', 'White wins'], [19, '−+', 'Black wins']],
};

const KNOWN = new Map(Object.values(GLYPHS).flat().map(([glyph, ...others]) => [glyph, others]));

/** The signs of glyphs: '!?±'. */
export const signsOf = glyphs => glyphs.map(glyph => KNOWN.get(glyph)?.[0] ?? ` $${glyph}`).join('');

/** Their meanings: 'interesting, White better'. */
export const meaningsOf = glyphs =>
    glyphs.map(glyph => KNOWN.get(glyph)?.[1] ?? `$${glyph}`).join(', ');

/** The glyph of a kind, 'turn' or 'position', among others; null if there is none. */
export const glyphOf = (glyphs, kind) =>
    glyphs.find(glyph => GLYPHS[kind].some(([known]) => known === glyph)) ?? null;

/** The glyphs with another one of that kind, or with none (null). What is said of the turn comes first. */
export function withGlyph(glyphs, kind, glyph) {
    const others = glyphs.filter(known => known !== glyphOf(glyphs, kind));
    const added = glyph === null ? [] : [glyph];
    return kind === 'turn' ? [...added, ...others] : [...others, ...added];
}
