import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { run } from './run';

void run(process.argv.slice(2), {
  env: process.env,
  write: (line) => process.stdout.write(line),
  writeError: (line) => process.stderr.write(line),
  read: () => text(process.stdin),
  dist: join(dirname(__filename), '..'),
}).then((code) => {
  process.exitCode = code;
});
