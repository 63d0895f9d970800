import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type ServerProgram } from '../src/server-process';

const MARK = 'a-server-that-is-never-ready';

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'server-process-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const isAlive = (pid: number | undefined): boolean => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};

const neverReady = (program: string, asked: (pid: number) => void): ServerProgram => ({
  file: process.execPath,
  args: ['-e', program, MARK],
  log: join(dir, 'log'),
  mark: MARK,
  withinMs: 600_000,
  isReady(pid) {
    asked(pid);
    return false;
  },
});

it('ends a server whose start is given up, and says what it has logged', async () => {
  const givingUp = new AbortController();
  let server: number | undefined;
  const program = neverReady('console.log("up"); setInterval(() => {}, 1000)', (pid) => {
    server = pid;
    givingUp.abort();
  });

  const started = await startServer({ ...program, signal: givingUp.signal });

  expect(started).toEqual({ output: expect.stringMatching(/^(up\n)?$/) });
  expect(server).toBeGreaterThan(0);
  expect(isAlive(server)).toBe(false);
});

it('waits no longer for one that ends by itself, and says what it has logged', async () => {
  const program = neverReady('console.log("no such port")', () => undefined);

  expect(await startServer(program)).toEqual({ output: 'no such port\n' });
});
