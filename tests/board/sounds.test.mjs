// Sounds: off at first, made in the page, chosen by what happens.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Sounds, soundEvents } from '../../tools/board/src/sound/sounds.mjs';

// An AudioContext that writes down its tones.
class Recorder {
    tones = [];
    currentTime = 5;
    destination = 'speakers';

    resume() {}

    createOscillator() {
        const tone = {
            frequency: { setValueAtTime: hz => (tone.hz = hz) },
            connect: volume => volume,
            start: at => this.tones.push([Math.round((at - this.currentTime) * 100), tone.hz]),
            stop: at => (tone.end = at),
        };
        return tone;
    }

    createGain() {
        return {
            gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
            connect: to => assert.equal(to, this.destination),
        };
    }
}

class MemoryStore {
    #values = {};

    read(name) {
        return this.#values[name];
    }

    write(name, value) {
        this.#values[name] = value;
    }
}

describe('sounds', () => {
    let recorder, store, sounds;
    beforeEach(() => {
        recorder = new Recorder();
        store = new MemoryStore();
        sounds = new Sounds(store, () => recorder);
    });

    test('are off until they are wanted, and stay as they were chosen', () => {
        sounds.play('turn');
        assert.deepEqual(recorder.tones, []);
        sounds.isOn = true;
        assert.deepEqual(recorder.tones, [[0, 240]]);
        assert.equal(new Sounds(store).isOn, true);
        sounds.isOn = false;
        assert.equal(recorder.tones.length, 1);
        assert.equal(new Sounds(store).isOn, false);
    });

    test('do no harm where the browser has none', () => {
        const silent = new Sounds(store, () => {
            throw new Error('no AudioContext');
        });
        silent.isOn = true;
        silent.play('capture');
        assert.equal(silent.isOn, true);
    });

    test('tell turns, captures, checks and ends apart', () => {
        const view = new EventTarget();
        const [person, engine] = [{ kind: 'person' }, { kind: 'engine', level: 2 }];
        view.players = { white: engine, black: person };
        sounds.isOn = true;
        soundEvents(view, sounds);
        const heard = (type, detail) => {
            recorder.tones = [];
            view.dispatchEvent(new CustomEvent(type, { detail }));
            return recorder.tones.map(([, hz]) => hz).join();
        };
        const turn = (captured, check) => heard('turn', { captured, check });
        const end = winner => heard('end', { winner, reason: 'piecesLost' });
        const [plain, capture, check] = [turn([], []), turn(['p'], []), turn(['p'], ['e8'])];
        const [won, lost, drawn] = [end('black'), end('white'), end(null)];
        assert.equal(new Set([plain, capture, check, won, lost, drawn]).size, 6);
        view.players = { white: person, black: person };
        assert.equal(end('black'), drawn);
    });
});
