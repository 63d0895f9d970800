import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const JEST = join(__dirname, '../../../node_modules/jest/bin/jest.js');

it('gives each test file our modules, the globals and the environment anew, and the packages as they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'jest-runtime-'));
  const found = join(folder, 'found.jsonl');

  await promisify(execFile)(
    process.execPath,
    [JEST, '--runInBand', '--config', join(__dirname, 'fixture/jest.config.cjs')],
    { env: { ...process.env, FOUND: found } },
  );

  const anew = { usesOfOurModule: 0, global: null, environment: null, isError: true };
  expect(
    readFileSync(found, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { ...anew, usesOfPackage: 0 },
    { ...anew, usesOfPackage: 1 },
  ]);
  rmSync(folder, { recursive: true });
});
