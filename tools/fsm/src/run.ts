import { CommanderError } from 'commander';
import type { CommandEnvironment } from './operator';
import { createFsmProgram } from './program';

/** Returns the exit code; a failure prints one line. */
export async function run(args: readonly string[], terminal: CommandEnvironment): Promise<0 | 1> {
  try {
    await createFsmProgram(terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    terminal.writeError(`${lineOf(error)}\n`);
    return 1;
  }
}

function lineOf(error: unknown): string {
  if (error instanceof CommanderError && error.code === 'commander.help') {
    return 'A command is missing; --help lists them.';
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^error: /, '').replaceAll(/\s+/g, ' ');
}
