// A page with nothing but a BoardView, opened from a file under the Content-Security-Policy of the real
// page. In it, show(state) shows a state given as JSON, and `calls` lists what the board has reported.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const requireFromBoard = createRequire(new URL('../../tools/board/package.json', import.meta.url));
const SOURCES = new URL('../../tools/board/src/', import.meta.url).pathname;

const SCRIPT = `
    import { BoardView } from './board-view.mjs';
    let state = {};
    const fromJson = ({ targets = {}, promotions = {}, ...others }) => ({ ...others,
        targets: new Map(Object.entries(targets).map(([from, to]) => [from, new Set(to)])),
        promotions: new Map(Object.entries(promotions)) });
    window.calls = [];
    window.violations = [];
    window.onAccept = null; // the state to show when a move comes
    document.addEventListener('securitypolicyviolation', event =>
        violations.push(event.violatedDirective + ' ' + event.blockedURI));
    window.view = new BoardView(document.getElementById('board'), {
        onMove(...move) {
            calls.push(['move', ...move]);
            if (window.onAccept)
                show(window.onAccept);
        },
        onSelect: square => calls.push(['select', square]),
        onCancel: () => calls.push(['cancel']),
    });
    window.show = changes => view.show(fromJson(state = { ...state, ...changes }));`;

const STYLE = `
    :root { color-scheme: light dark; }
    body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
    h1 { margin: 0; font-size: 1rem; }
    .board-view { --board-margin: 2rem; }`;

const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

async function writePage(folder) {
    const { build } = requireFromBoard('esbuild');
    const { outputFiles: [script] } = await build({
        stdin: { contents: SCRIPT, resolveDir: SOURCES, loader: 'js' },
        bundle: true, format: 'iife', write: false, loader: { '.svg': 'text' },
        nodePaths: [requireFromBoard.resolve('cm-chessboard/package.json').split('/cm-chessboard/')[0]],
    });
    const style = STYLE + readFileSync(join(SOURCES, 'board.css'), 'utf8');
    const text = script.text.replaceAll('</script', '<\\/script');
    const policy = `default-src 'none'; script-src ${hash(text)}; style-src ${hash(style)}`;
    const page = join(folder, 'board.html');
    writeFileSync(page, `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy}"><style>${style}</style></head>
<body><main><h1>Board</h1><div id="board"></div></main><script>${text}</script></body></html>`);
    return pathToFileURL(page).href;
}

/** Starts a browser. open(options) returns a new page with the board: {width, height, touch, features}. */
export async function startBoardPages(browserName, executablePath) {
    const puppeteer = requireFromBoard('puppeteer-core');
    const folder = mkdtempSync(join(tmpdir(), 'misere-board-'));
    const url = await writePage(folder);
    const browser = await puppeteer.launch({
        browser: browserName, executablePath, headless: true,
        args: browserName === 'chrome' ? ['--no-sandbox', '--disable-gpu'] : [],
    });
    return {
        async open({ width = 800, height = 700, touch = false, features = [] } = {}) {
            const page = await browser.newPage();
            await page.setViewport({ width, height, hasTouch: touch });
            if (features.length)
                await page.emulateMediaFeatures(features);
            page.on('console', message => console.error(`console: ${message.text()}`));
            await page.goto(url);
            return page;
        },
        async close() {
            await browser.close();
            rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
        },
    };
}
