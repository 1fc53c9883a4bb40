// Replaces misere.js in the page, which has the engine's program in a script element that only a
// worker executes.

/** A worker that speaks UCI. */
function createWorker() {
    const { textContent } = document.getElementById('engine');
    const address = URL.createObjectURL(new Blob([textContent], { type: 'text/javascript' }));
    const worker = new Worker(address);
    worker.addEventListener('message', () => URL.revokeObjectURL(address), { once: true });
    return worker;
}

export default { base: document.baseURI, createWorker };
