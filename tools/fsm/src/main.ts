import { dirname, join } from 'node:path';
import { CommanderError } from 'commander';
import { fsmProgram } from './program';

const program = fsmProgram({
  env: process.env,
  write: (text) => process.stdout.write(text),
  dist: join(dirname(__filename), '..'),
});

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError && error.exitCode === 0) return;
  process.stderr.write(`${lineOf(error)}\n`);
  process.exitCode = 1;
});

/** Whatever went wrong, in one line. */
function lineOf(error: unknown): string {
  if (error instanceof CommanderError && error.code === 'commander.help') {
    return 'A command is missing; --help lists them.';
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^error: /, '').replaceAll(/\s+/g, ' ');
}
