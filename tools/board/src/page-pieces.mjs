// The pieces of the page that stand behind its script, so that the board need not wait for them: the engine's program, its
// networks, and the module for files. They are script elements that nothing executes.

const arrived = document.readyState === 'loading'
    ? new Promise(done => document.addEventListener('DOMContentLoaded', done, { once: true })) : Promise.resolve();

/** The text of a piece, once the page has it. */
export async function textOfPiece(name) {
    await arrived;
    return document.getElementById(name).textContent;
}
