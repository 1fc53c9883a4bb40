// The page's size.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PAGE } from './page.mjs';

const PAGE_BYTES = 1250e3; // gzipped

test('the page is small', () => {
    const { length } = gzipSync(readFileSync(fileURLToPath(PAGE)));
    assert.ok(length <= PAGE_BYTES, `${length} bytes`);
});
