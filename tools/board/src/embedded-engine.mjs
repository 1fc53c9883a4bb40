// Takes the place of misere.js in the page, where the engine's program is a text that only a worker
// runs.

/** A worker that speaks UCI. */
function createWorker() {
    const { textContent } = document.getElementById('engine');
    const address = URL.createObjectURL(new Blob([textContent], { type: 'text/javascript' }));
    const worker = new Worker(address);
    worker.addEventListener('message', () => URL.revokeObjectURL(address), { once: true });
    return worker;
}

export default { base: document.baseURI, createWorker };
