// Splits the engine's WebAssembly module into the module without networks and the weights of each network.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// An unsigned number at a place in a WebAssembly module, in LEB128, and the place after it.
function readNumber(bytes, place) {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
        const byte = bytes[place++];
        number += (byte & 127) * 2 ** shift;
        if (byte < 128)
            return [number, place];
    }
}

// A number in LEB128; signed, if the highest bit must stay free for the sign.
function writeNumber(number, isSigned = false) {
    const bytes = [];
    while (number >= (isSigned ? 64 : 128)) {
        bytes.push(number % 128 + 128);
        number = Math.floor(number / 128);
    }
    return [...bytes, number];
}

// A segment of data: its address in memory, its bytes, and the place after it.
function readSegment(module, place) {
    const ACTIVE = 0, I32_CONST = 0x41;
    if (module[place] !== ACTIVE || module[place + 1] !== I32_CONST)
        throw new Error('the module has a segment of an unknown kind');
    const [address, end] = readNumber(module, place + 2);
    const [size, begin] = readNumber(module, end + 1);
    return { address, bytes: module.subarray(begin, begin + size), next: begin + size };
}

// The data section: where it begins and ends, and its segments as one, with the zeros between them, at their address.
function readData(module) {
    const DATA_SECTION = 11, HEADER = 8;
    for (let place = HEADER; place < module.length;) {
        const [size, begin] = readNumber(module, place + 1);
        if (module[place] !== DATA_SECTION) {
            place = begin + size;
            continue;
        }
        const segments = [];
        let [count, next] = readNumber(module, begin);
        for (; segments.length < count; next = segments.at(-1).next)
            segments.push(readSegment(module, next));
        const first = Math.min(...segments.map(({ address }) => address));
        const bytes = Buffer.alloc(Math.max(...segments.map(({ address, bytes }) => address + bytes.length)) - first);
        for (const segment of segments)
            segment.bytes.copy(bytes, segment.address - first);
        return { place, end: begin + size, address: first, bytes };
    }
    throw new Error('the module has no data');
}

// A data section with these segments.
function writeData(segments) {
    const DATA_SECTION = 11;
    const contents = Buffer.concat([Buffer.from(writeNumber(segments.length)), ...segments.flatMap(
        ({ address, bytes }) => [Buffer.from([0, 0x41, ...writeNumber(address, true), 0x0b, ...writeNumber(bytes.length)]), bytes])]);
    return Buffer.concat([Buffer.from([DATA_SECTION, ...writeNumber(contents.length)]), contents]);
}

// The layout of a network (engine/eval/network.h): after a header, with the width at WIDTH_PLACE, rows of ROW_LENGTH
// 16-bit weights, of which the network uses as many as its width.
const WIDTH_PLACE = 24, HEADER_SIZE = 64;
const INPUTS = 4096, ROWS = INPUTS + 1 + 64, ROW_LENGTH = 128;
// The greatest weight of an input (NETWORK_INPUT_MAX): sums of greater ones could overflow.
const INPUT_MAX = 504;

// The places of the networks in the data, by family, in rising order.
function findNetworks(data, folder) {
    const names = [...readFileSync(join(folder, 'networks.S'), 'utf8').matchAll(/\.incbin "(.*)"/g)]
        .map(match => match[1]);
    return names.map(name => {
        const begin = data.indexOf(readFileSync(join(folder, name)));
        if (begin < 0)
            throw new Error(`the module does not contain ${name}`);
        return [name.replace(/\.net$/, ''), begin];
    }).sort(([, a], [, b]) => a - b);
}

// A row's number: 1024 * attackers + 64 * content + square (network_input() in network.h).
const EMPTY = 15, contentOf = row => row >> 6 & 15, isPawn = content => (content & 7) === 0;

/** For packWeights(): all weights as they are. */
export const exactly = () => 1;

/**
 * For packWeights(): weights are rounded to multiples of these, the rarer the more coarsely, so that they take half the
 * space. Of the 64 rows in use most are those of empty squares, then of pawns. No step may round INPUT_MAX up.
 */
export const rounded = content => content === EMPTY ? 2 : isPawn(content) ? 4 : 12;

// Halves go to the even neighbour: if all went up, the sum of the 64 weights of a position would, too.
function roundToEven(number) {
    const near = Math.round(number);
    return near - number === 0.5 && near % 2 !== 0 ? near - 1 : near;
}

/**
 * The weights that a network uses, so that they compress well: after the step of each content, the multiples of it, less
 * what the same square and content have with fewer attackers. The sign of each, which is a small number, becomes its
 * lowest bit, and all high bytes come first, then the low ones. program.js undoes that.
 */
function packWeights(data, rows, width, stepOf) {
    const steps = Array.from({ length: 16 }, (_, content) => stepOf(content));
    const weights = new Int16Array(ROWS * width), high = [], low = [];
    for (let i = 0; i < weights.length; i++) {
        const row = Math.floor(i / width), weight = data.readInt16LE(rows + 2 * (row * ROW_LENGTH + i % width));
        const step = row < INPUTS ? steps[contentOf(row)] : 1;
        weights[i] = roundToEven(weight / step);
        if (row < INPUTS && Math.abs(weights[i]) * step > INPUT_MAX)
            throw new Error(`a step of ${step} rounds the weight ${weight} up, beyond ${INPUT_MAX}`);
    }
    for (let i = 0; i < weights.length; i++) {
        const difference = weights[i] - expectedWeight(weights, i, INPUTS / 4 * width), bits = difference << 1 ^ difference >> 31;
        high.push(bits >> 8 & 0xff);
        low.push(bits & 0xff);
    }
    return Buffer.from([...steps, ...high, ...low]);
}

// A weight as those before it let it be expected. `plane` is the number of weights with the same attackers.
function expectedWeight(weights, i, plane) {
    if (i < plane || i >= 4 * plane)
        return 0;
    return i < 3 * plane ? 3 * weights[i % plane] >> 2 : weights[i - plane] + weights[i - 2 * plane] >> 1;
}

/** What program.js needs to undo packWeights(): constants and a function, as text. */
export const UNPACKING = `const INPUTS = ${INPUTS}, ROWS = ${ROWS}, ROW_LENGTH = ${ROW_LENGTH};\n${expectedWeight}`;

/**
 * The module without the rows of its networks, and of each network its family, the address of its rows in memory, how
 * many neurons it uses, and pack(stepOf), its packed weights. `folder` is that of the networks' files.
 */
export function splitEngine(module, folder) {
    const data = readData(module), segments = [], networks = [];
    let done = 0;
    for (const [family, begin] of findNetworks(data.bytes, folder)) {
        const rows = begin + HEADER_SIZE, width = data.bytes.readUInt32LE(begin + WIDTH_PLACE);
        segments.push({ address: data.address + done, bytes: data.bytes.subarray(done, rows) });
        networks.push({ family, address: data.address + rows, width,
            pack: stepOf => packWeights(data.bytes, rows, width, stepOf) });
        done = rows + 2 * ROWS * ROW_LENGTH;
    }
    segments.push({ address: data.address + done, bytes: data.bytes.subarray(done) });
    const bare = Buffer.concat([module.subarray(0, data.place), writeData(segments), module.subarray(data.end)]);
    return { bare, networks };
}
