// The engine in a web worker that needs no file of its own, so that bundlers have nothing to find: its program is
// a text in a module, and so is each network, which is loaded when the worker asks for it.
import PROGRAM from './misere-program.mjs';

const NETWORKS = {
    'mate-loses': () => import('./networks/mate-loses.mjs'),
    'mate-wins': () => import('./networks/mate-wins.mjs'),
    'antiking': () => import('./networks/antiking.mjs'),
    'mind-control': () => import('./networks/mind-control.mjs'),
    'non-royal': () => import('./networks/non-royal.mjs'),
    'losers': () => import('./networks/losers.mjs'),
};

// The answer to a worker that asks for the network of a family.
async function networkOf(family) {
    try {
        return { network: family, weights: await (await NETWORKS[family]()).default };
    } catch (error) {
        return { network: family, error: String(error.message ?? error) };
    }
}

async function start(outer) {
    // Where misere-threads.js is, on a page with shared memory that has the modules as they are.
    const place = { role: 'worker', base: import.meta.url };
    const text = `${await PROGRAM}(${JSON.stringify(place)});`;
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    const worker = new Worker(url);
    worker.addEventListener('message', () => URL.revokeObjectURL(url), { once: true });
    worker.onmessage = async ({ data }) => {
        if (typeof data === 'string')
            outer.onmessage?.({ data });
        else
            worker.postMessage(await networkOf(data.network));
    };
    worker.onerror = error => outer.onerror?.(error);
    return worker;
}

/** Starts a web worker that speaks UCI, one line per message. */
export function createWorker() {
    const outer = { onmessage: null, onerror: null };
    const started = start(outer);
    started.catch(error => outer.onerror?.(error));
    const tell = run => started.then(run, () => {}); // or nothing, if it has failed
    outer.postMessage = line => void tell(worker => worker.postMessage(line));
    outer.terminate = () => void tell(worker => worker.terminate());
    return outer;
}
