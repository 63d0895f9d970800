import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildSync } from 'esbuild';

const PROCESSES = 5;
const PORTS = 100;

const PROGRAM = `
  import { findFreePort, findFreePorts } from './ports';
  const within = async () => [await findFreePort(), ...(await findFreePorts(${PORTS / 2 - 1}))];
  Promise.all([within(), within()]).then((ports) => process.stdout.end(JSON.stringify(ports.flat())));
  process.stdin.resume();
`;

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'ports-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('gives no port to two processes that run at once, nor twice to one', async () => {
  const outfile = join(dir, 'ask.js');
  buildSync({
    stdin: { contents: PROGRAM, resolveDir: join(__dirname, '../src') },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
  });

  const children = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, [outfile], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const said = await Promise.all(children.map(({ stdout }) => text(stdout)));
  for (const { stdin } of children) stdin.end();

  const ports = said.flatMap((each) => JSON.parse(each) as number[]);
  expect(ports).toHaveLength(PROCESSES * PORTS);
  expect(new Set(ports).size).toBe(ports.length);
});
