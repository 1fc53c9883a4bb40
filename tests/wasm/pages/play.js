// For a page: talks to a worker as a front end does.
const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

class Conversation {
    #worker;
    #lines = [];
    #wake = () => {};

    constructor(worker) {
        this.#worker = worker;
        worker.onmessage = event => this.#receive(event.data);
        worker.onerror = event => this.#receive(`error: ${event.message}`);
    }

    #receive(line) {
        this.#lines.push(line);
        this.#wake();
    }

    // Drops lines up to the first that matches, and returns that one.
    async #until(pattern) {
        const late = performance.now() + 150000;
        for (const seen = []; ;) {
            while (this.#lines.length) {
                seen.push(this.#lines.shift());
                if (pattern.test(seen.at(-1)))
                    return seen.at(-1);
                if (seen.at(-1).startsWith('error: '))
                    throw new Error(seen.at(-1));
            }
            if (performance.now() > late)
                throw new Error(`no ${pattern} in ${seen.slice(-20).join('; ')}`);
            await Promise.race([pause(1000), new Promise(resolve => (this.#wake = resolve))]);
        }
    }

    // Sends lines; returns the first line that matches.
    async ask(lines, pattern) {
        for (const line of lines)
            this.#worker.postMessage(line);
        return this.#until(pattern);
    }
}

/** Lets a worker search, run perft and answer during a search. `setup`: lines to send first. */
async function playTest(worker, setup = []) {
    const talk = new Conversation(worker);
    await talk.ask(['uci'], /^uciok/);
    await talk.ask([...setup, 'setoption name UCI_Variant value losers', 'isready'], /^readyok/);
    const bestmove = await talk.ask(['position startpos', 'go depth 6'], /^bestmove/);
    const perft = await talk.ask(['go perft 4'], /^Nodes/);
    await talk.ask(['go infinite'], /^info depth ([5-9]|[1-9][0-9]) /);
    await talk.ask(['isready'], /^readyok/);
    const stopped = await talk.ask(['stop'], /^bestmove/);
    worker.terminate();
    return { bestmove, perft, stopped };
}
