// Sounds, made in the page: no file is loaded. They are off until the user wants them.

// Tones: when they begin, in seconds; their height, in hertz; how long they last, in seconds; how
// loud they are, 1 being the usual.
const knock = (at, hz) => [at, hz, 0.07, 1];
const chime = (at, hz) => [at, hz, 0.35, 0.6];
const SOUNDS = {
    turn: [knock(0, 240)],
    capture: [knock(0, 240), knock(0.06, 150)],
    check: [knock(0, 240), chime(0.04, 880)],
    won: [chime(0, 523), chime(0.13, 659), chime(0.26, 784)],
    lost: [chime(0, 523), chime(0.13, 440), chime(0.26, 349)],
    over: [chime(0, 523), chime(0.2, 523)],
};
const LOUDNESS = 0.25;
const SILENCE = 0.0001;

export class Sounds {
    #createContext;
    #context = null;
    #store;

    /** store: keeps whether they are on; createContext() makes an AudioContext. */
    constructor(store, createContext = () => new AudioContext()) {
        this.#store = store;
        this.#createContext = createContext;
    }

    get isOn() {
        return this.#store.read('sounds') === true;
    }

    set isOn(isOn) {
        this.#store.write('sounds', isOn);
        this.play('turn');
    }

    /** Plays a sound of SOUNDS by its name, if they are on and the browser has them. */
    play(name) {
        if (!this.isOn)
            return;
        try {
            this.#context ??= this.#createContext();
            this.#context.resume(); // it begins suspended where the user has pressed nothing yet
            for (const tone of SOUNDS[name])
                this.#playTone(tone);
        } catch {
            // Without sounds the page works as well.
        }
    }

    // Like something that is struck: loud at once, and fading.
    #playTone([at, hz, seconds, loudness]) {
        const start = this.#context.currentTime + at;
        const tone = this.#context.createOscillator();
        const volume = this.#context.createGain();
        tone.type = 'triangle';
        tone.frequency.setValueAtTime(hz, start);
        volume.gain.setValueAtTime(LOUDNESS * loudness, start);
        volume.gain.exponentialRampToValueAtTime(SILENCE, start + seconds);
        tone.connect(volume).connect(this.#context.destination);
        tone.start(start);
        tone.stop(start + seconds);
    }
}

// How the end sounds: to one who plays against the engine, whether the game is won or lost.
function endSound({ winner }, { white, black }) {
    const person = white.kind === 'person' ? 'white' : 'black';
    if (!winner || white.kind === black.kind)
        return 'over';
    return winner === person ? 'won' : 'lost';
}

/** Plays the sounds of what happens in a View. */
export function soundEvents(view, sounds) {
    view.addEventListener('turn', ({ detail: { captured, check } }) =>
        sounds.play(check.length ? 'check' : captured.length ? 'capture' : 'turn'));
    view.addEventListener('end', ({ detail }) => sounds.play(endSound(detail, view.players)));
}
