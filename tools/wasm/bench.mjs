// bench.mjs NATIVE FOLDER [ROUNDS]: compares the CPU time of `bench` in the native engine and in FOLDER/misere.js,
// alternately, and prints how long the modules take to start and how large they are.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const [native, folder, rounds = 9] = process.argv.slice(2);
const script = `${folder}/misere.js`;

// CPU seconds, user and system, as the shell's `time` measures them.
function cpuSeconds(command, input) {
    const line = `TIMEFORMAT='%U %S'; time ${command} > /dev/null`;
    return new Promise((resolve, reject) => {
        const child = spawn('bash', ['-c', line], { stdio: ['pipe', 'ignore', 'pipe'] });
        let text = '';
        child.stderr.on('data', data => (text += data));
        child.on('error', reject);
        child.on('close', () => resolve(text.trim().split(' ').reduce((sum, part) => sum + Number(part), 0)));
        child.stdin.end(input);
    });
}

// Milliseconds until a module is ready, in a new process.
function loadMs(file, load) {
    const code = `const start = performance.now();
        const module = await import(${JSON.stringify(pathToFileURL(file).href)});
        await module.${load}();
        console.log(performance.now() - start);`;
    const { stdout } = spawnSync('node', ['--input-type=module', '-e', code], { encoding: 'utf8' });
    return Number(stdout);
}

const median = values => [...values].sort((a, b) => a - b)[values.length >> 1];

const times = { native: [], wasm: [], start: [] };
for (let i = 0; i < rounds; i++) {
    times.native.push(await cpuSeconds(`${native} bench 13`, ''));
    times.wasm.push(await cpuSeconds(`node ${script}`, 'bench 13\nwait\nquit\n'));
    times.start.push(await cpuSeconds(`node ${script}`, 'quit\n'));
}
const [cpu, wasm, start] = [times.native, times.wasm, times.start].map(median);
console.log(`bench 13, CPU seconds: native ${cpu.toFixed(2)}, WebAssembly ${wasm.toFixed(2)}, of which start of node ${start.toFixed(2)}`);
console.log(`ratio: ${(wasm / cpu).toFixed(2)}, without the start ${((wasm - start) / cpu).toFixed(2)}`);
const loads = [];
for (let i = 0; i < rounds; i++)
    loads.push(await loadMs(`${folder}/files.mjs`, 'loadFiles'));
console.log(`files.mjs: ready after ${Math.min(...loads).toFixed(0)} ms, the best of ${rounds}`);
for (const name of ['misere.js', 'misere-program.mjs', 'networks/losers.mjs', 'misere-rules.mjs', 'misere-files.mjs',
    'misere-threads.js', 'misere-threads.wasm', 'engine.mjs']) {
    const bytes = readFileSync(`${folder}/${name}`);
    console.log(`${name}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} with gzip`);
}
