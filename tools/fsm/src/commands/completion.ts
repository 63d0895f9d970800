import { Argument, type Command } from 'commander';
import { placesOf } from '../completion/completable';
import { quoted, SHELLS, type Shell } from '../completion/shells';
import type { CommandEnvironment } from '../operator';

export const addCompletion = (program: Command, { write, root }: CommandEnvironment): void => {
  program
    .command('completion')
    .description('print a script that completes fsm in a shell, and defines it there')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SHELLS)))
    .action((shell: Shell) => {
      const start = `npm --prefix ${quoted(root)} run --silent fsm --`;
      write(SHELLS[shell]({ places: placesOf(program), start }).trimStart());
    });
};
