// The network of a browser under test: a file server, and a proxy that refuses all requests.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';

const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript', mjs: 'text/javascript',
    json: 'application/json', wasm: 'application/wasm', css: 'text/css', svg: 'image/svg+xml' };

// The headers that make a page cross-origin isolated: it may share memory with its workers.
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const listen = server => new Promise((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve(server.address().port)));

async function bodyOf(request) {
    let body = '';
    for await (const piece of request.setEncoding('utf8'))
        body += piece;
    return body;
}

/**
 * Serves the files of a folder, and `pages` (name: text) beside them. Returns the address `base`, the names
 * that have been asked for, `posted`, which resolves with the first text that a page posts, and close().
 */
export async function serve(folder, pages = {}, { isolated = false } = {}) {
    const requests = [];
    let post;
    const posted = new Promise(resolve => (post = resolve));
    const server = createServer(async (request, response) => {
        if (request.method === 'POST') {
            post(await bodyOf(request));
            response.writeHead(204).end();
            return;
        }
        const name = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname)).slice(1);
        requests.push(name);
        try {
            const body = pages[name] ?? readFileSync(join(folder, name));
            response.writeHead(200, { 'Content-Type': TYPES[name.split('.').at(-1)] ?? 'application/octet-stream',
                ...(isolated ? ISOLATED : {}) }).end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    const port = await listen(server);
    return {
        base: `http://127.0.0.1:${port}/`,
        requests,
        posted,
        close() {
            server.close();
            server.closeAllConnections();
        },
    };
}

/** A proxy that refuses all requests; `refused` lists their addresses. */
export async function startProxy() {
    const refused = [];
    const server = createServer((request, response) => {
        refused.push(request.url);
        response.writeHead(403).end();
    });
    server.on('connect', (request, socket) => {
        refused.push(request.url);
        socket.on('error', () => {}).end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    const port = await listen(server);
    return {
        port,
        refused,
        close() {
            server.close();
            server.closeAllConnections();
        },
    };
}
