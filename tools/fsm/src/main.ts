import { dirname, join } from 'node:path';
import { run } from './run';

void run(process.argv.slice(2), {
  env: process.env,
  write: (text) => process.stdout.write(text),
  writeError: (line) => process.stderr.write(line),
  dist: join(dirname(__filename), '..'),
}).then((code) => {
  process.exitCode = code;
});
