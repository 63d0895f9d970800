import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { run } from './run';

const root = join(__dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};

void run(process.argv.slice(2), {
  env: process.env,
  write: (line) => process.stdout.write(line),
  writeError: (line) => process.stderr.write(line),
  read: () => text(process.stdin),
  cwd: process.cwd(),
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  root,
  // Ctrl-C arrives twice, from the terminal and from `npm run fsm`, so the handler stays.
  untilInterrupted: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => resolve());
    }),
  version,
  dist: join(root, 'dist'),
}).then((code) => {
  process.exitCode = code;
});
