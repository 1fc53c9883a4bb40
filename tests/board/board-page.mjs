// A page with nothing but a BoardView, under the Content-Security-Policy of the real page. In it,
// show(changes) changes what the board shows, `calls` lists what the board has reported, and
// `answer`, if set, is what is shown when a move comes.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const LIBRARIES = resolve(process.env.MISERE_BOARD_LIBRARIES ?? 'build/board');
const SOURCES = fileURLToPath(new URL('../../tools/board/src/', import.meta.url));
const { build } = createRequire(join(LIBRARIES, 'package.json'))('esbuild');

const SCRIPT = `
    import { BoardView } from './board/board-view.mjs';
    const maps = ({ targets = {}, promotions = {}, ...others }) => ({ ...others,
        targets: new Map(Object.entries(targets).map(([from, to]) => [from, new Set(to)])),
        promotions: new Map(Object.entries(promotions)) });
    let state = {};
    window.show = changes => view.show(maps(state = { ...state, ...changes }));
    window.calls = [];
    window.answer = null;
    window.view = new BoardView(document.getElementById('board'), {
        onMove: (...move) => report('move', ...move),
        onPremove: (...move) => report('premove', ...move),
        onSelect: square => calls.push(['select', square]),
        onBlocked: square => calls.push(['blocked', square]),
        onCancel: () => calls.push(['cancel']),
        onStep: step => calls.push(['step', step]),
        onDraw: drawings => show({ drawings }),
    });
    function report(...call) {
        calls.push(call);
        if (window.answer)
            show(window.answer);
    }`;

const STYLE = `
    :root { color-scheme: light dark; }
    body { margin: 0; font: 1rem/1.5 sans-serif; background: Canvas; color: CanvasText; }
    h1, p { margin: 0; font-size: 1rem; }
    .board-view { --board-margin: 3rem; }`;

const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Writes the page into a folder; returns its address. */
export async function writeBoardPage(folder) {
    const { outputFiles: [script] } = await build({
        stdin: { contents: SCRIPT, resolveDir: SOURCES },
        bundle: true,
        write: false,
        format: 'iife',
        loader: { '.svg': 'text' },
    });
    const style = STYLE + readFileSync(join(SOURCES, 'board/board.css'), 'utf8');
    const policy = `default-src 'none'; script-src ${hash(script.text)}; style-src ${hash(style)}; `
        + 'img-src data:';
    const path = join(folder, 'board.html');
    writeFileSync(path, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>Board</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main><h1>Board</h1><div id="board"></div><p><button id="other">Other</button></p></main>
<script>${script.text}</script>
</body>
</html>
`);
    return pathToFileURL(path).href;
}
