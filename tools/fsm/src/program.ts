import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { addApply } from './commands/apply';
import { addCompany } from './commands/company';
import { addInventory } from './commands/inventory';
import { addKey } from './commands/key';
import { addListen } from './commands/listen';
import { addLogs } from './commands/logs';
import { addMigrate } from './commands/migrate';
import { addProjection } from './commands/projection';
import { addRecover } from './commands/recover';
import { addRemovals } from './commands/removal';
import { addSandbox } from './commands/sandbox';
import { addSecrets } from './commands/secrets';
import { addTrigger } from './commands/trigger';
import { addWebhook } from './commands/webhook';
import type { CommandEnvironment } from './operator';
import { FORMATS } from './output';

/** Throws where a command line would end its process. */
export function fsmProgram(environment: CommandEnvironment): Command {
  const { cwd, root, version, write } = environment;
  const program = new Command('fsm')
    .description("The operator's command line of the field service platform.")
    .version(version)
    .option('--admin <url>', 'the admin listener (FSM_ADMIN_URL)')
    .option('--token <token>', 'its bearer token (FSM_ADMIN_TOKEN)')
    .option(
      '--data <dir>',
      'data folder of the npm start that is meant',
      (dir) => resolve(cwd, dir),
      join(root, '.data'),
    )
    .addOption(new Option('--output <format>', 'how to print').choices(FORMATS).default('text'))
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: write, writeErr: () => undefined })
    .exitOverride();
  addApply(program, environment);
  addCompany(program, environment);
  addKey(program, environment);
  addRemovals(program, environment);
  addInventory(program, environment);
  addWebhook(program, environment);
  addProjection(program, environment);
  addSandbox(program, environment);
  addTrigger(program, environment);
  addListen(program, environment);
  addLogs(program, environment);
  addSecrets(program, environment);
  addMigrate(program, environment);
  addRecover(program, environment);
  return program;
}
