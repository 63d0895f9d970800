import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUnprivileged } from '../src/unprivileged';

const asRoot = process.getuid?.() === 0 ? it : it.skip;

asRoot('runs a program as somebody else, also where a folder is closed to others', () => {
  const closed = mkdtempSync(join(tmpdir(), 'closed-'));
  const program = join(closed, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const look = `fs.accessSync(${JSON.stringify(program)}, fs.constants.X_OK);
    process.stdout.write(String(process.getuid()));`;

  const { file, args, as } = createUnprivileged(join(closed, 'data')).command(process.execPath, [
    '-e',
    look,
  ]);
  const user = execFileSync(file, [...args], { ...as, encoding: 'utf8' });

  expect(Number(user)).toBeGreaterThan(0);
  rmSync(closed, { recursive: true });
});
