import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@svc/local-servers';
import { startProgram } from '../src/programs';
import { supervise } from '../src/supervise';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'supervise-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function reportedOf(program: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const main = join(dir, 'main.js');
  writeFileSync(main, program);
  const start = () => startProgram({ name: 'jobs', label: 'jobs-2', main, env, logs: dir });
  const lines: string[] = [];
  const supervised = supervise({
    name: 'jobs-2',
    first: start(),
    restart: async () => start(),
    changed: () => undefined,
    report: (line) => lines.push(line),
  });
  expect(await waitUntil(() => lines.length > 0, 20_000)).toBe(true);
  await supervised.stop();
  return lines[0] ?? '';
}

const ENDED = 'jobs-2 ended; restarting it in 0.25 s';

it('says why a process ended that is started again, and where its log is', async () => {
  const line = await reportedOf(`throw new TypeError('what is thrown at the start');`);

  expect(line).toBe(`${ENDED}: TypeError: what is thrown at the start; see ${dir}/jobs-2.log`);
});

it('names the log alone where the process left no reason', async () => {
  const line = await reportedOf(`process.emitWarning('odd'); setImmediate(() => process.exit(1));`);

  expect(line).toBe(`${ENDED}; see ${dir}/jobs-2.log`);
});

it('shows no secret that a process says', async () => {
  const env = {
    DATABASE_URL: 'postgres://jobs:a-password@127.0.0.1:1/fsm',
    INTERNAL_SECRET: 'the new one,the old one',
  };
  const line = await reportedOf(
    `const { DATABASE_URL, INTERNAL_SECRET } = process.env;
    throw new Error(DATABASE_URL + ' ' + INTERNAL_SECRET.split(',')[1]);`,
    env,
  );

  expect(line).toBe(`${ENDED}: Error: postgres://…@127.0.0.1:1/fsm …; see ${dir}/jobs-2.log`);
});
