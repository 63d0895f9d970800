import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer } from '../src';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'find-nats-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function program(folder: string): string {
  mkdirSync(join(dir, folder), { recursive: true });
  const path = join(dir, folder, 'nats-server');
  writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 });
  return path;
}

const search = (env: Record<string, string>) =>
  findNatsServer({ cache: join(dir, 'cache'), otherCaches: [join(dir, 'other')], env });

it('prefers NATS_SERVER_BIN to the PATH, the PATH to the cache, and that to other caches', async () => {
  const other = program('other');
  expect(await search({ PATH: join(dir, 'empty') })).toBe(other);

  const cached = program('cache');
  expect(await search({ PATH: join(dir, 'empty') })).toBe(cached);

  const onPath = program('path');
  expect(await search({ PATH: `${join(dir, 'empty')}:${join(dir, 'path')}` })).toBe(onPath);

  const named = program('named');
  expect(await search({ PATH: join(dir, 'path'), NATS_SERVER_BIN: named })).toBe(named);
});

it('says why a source failed as it goes on to the next', async () => {
  const failure = new TypeError('fetch failed', { cause: new Error('no way to github.com') });
  const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(failure);
  const stopping = new AbortController();
  const lines: string[] = [];
  const report = (line: string) => {
    lines.push(line);
    if (lines.length === 2) stopping.abort();
  };

  const { signal } = stopping;
  const found = findNatsServer({ cache: join(dir, 'cache'), env: { PATH: '' }, report, signal });
  await expect(found).rejects.toThrow('aborted');

  fetched.mockRestore();
  expect(lines).toEqual([
    expect.stringMatching(/^fetching nats-server: official release [\d.]+$/),
    expect.stringMatching(
      /^fetching nats-server: Debian's package \(official release [\d.]+: no way to github\.com\)$/,
    ),
  ]);
});

it('refuses a NATS_SERVER_BIN that is no program instead of taking another', async () => {
  program('path');
  await expect(
    search({ PATH: join(dir, 'path'), NATS_SERVER_BIN: join(dir, 'absent') }),
  ).rejects.toThrow(`NATS_SERVER_BIN: ${join(dir, 'absent')} is not a program.`);
});
