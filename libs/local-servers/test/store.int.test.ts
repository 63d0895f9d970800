import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findStoreServer, startStore } from '../src';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'store-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function program(folder: string, name: string): string {
  mkdirSync(join(dir, folder), { recursive: true });
  const path = join(dir, folder, name);
  writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 });
  return path;
}

const search = (env: Record<string, string>) => findStoreServer({ cache: join(dir, 'cache'), env });

it('prefers VALKEY_SERVER_BIN to the PATH, the PATH to the cache, and takes Valkey or Redis', async () => {
  const cached = program('cache', 'valkey-server');
  expect(await search({ PATH: join(dir, 'empty') })).toBe(cached);

  const onPath = program('path', 'redis-server');
  expect(await search({ PATH: join(dir, 'path') })).toBe(onPath);

  const named = program('named', 'anything');
  expect(await search({ PATH: join(dir, 'path'), VALKEY_SERVER_BIN: named })).toBe(named);
});

it('refuses a VALKEY_SERVER_BIN that is no program instead of taking another', async () => {
  program('path', 'valkey-server');
  const absent = join(dir, 'absent');
  await expect(search({ PATH: join(dir, 'path'), VALKEY_SERVER_BIN: absent })).rejects.toThrow(
    `VALKEY_SERVER_BIN: ${absent} is not a program.`,
  );
});

const told = (port: number, commands: readonly string[]): Promise<string> =>
  new Promise((settle, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    let answer = '';
    socket.write([...commands, 'QUIT', ''].join('\r\n'));
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => settle(answer));
  });

it('starts a store that is for who knows its password, and ends it', async () => {
  const cache = resolve(__dirname, '../../../.data/bin');
  const bin = await findStoreServer({ cache, env: process.env });
  const { port, pid, stop } = await startStore({ bin, dir: join(dir, 'store'), password: 'p w"d' });

  expect(await told(port, ['PING'])).toContain('-NOAUTH');
  expect(await told(port, ['AUTH "p w\\"d"', 'PING'])).toContain('+PONG');
  await stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
