import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { addApplyCommand } from './commands/apply';
import { addCompanyCommand } from './commands/company';
import { addInventoryCommand } from './commands/inventory';
import { addKeyCommand } from './commands/key';
import { addListenCommand } from './commands/listen';
import { addLogsCommand } from './commands/logs';
import { addMigrateCommand } from './commands/migrate';
import { addProjectionCommand } from './commands/projection';
import { addRecoverCommand } from './commands/recover';
import { addRemovalCommands } from './commands/removal';
import { addSandboxCommand } from './commands/sandbox';
import { addSecretsCommand } from './commands/secrets';
import { addTriggerCommand } from './commands/trigger';
import { addWebhookCommand } from './commands/webhook';
import type { CommandEnvironment } from './operator';
import { FORMATS } from './output';

/** Throws where a command line would end its process. */
export function createFsmProgram(environment: CommandEnvironment): Command {
  const { cwd, root, version, write } = environment;
  const program = new Command('fsm')
    .description("The operator's command line of the field service platform.")
    .version(version)
    .option('--admin <url>', 'the admin listener (FSM_ADMIN_URL)')
    .option('--token <token>', 'its bearer token (FSM_ADMIN_TOKEN)')
    .option(
      '--data <dir>',
      'data folder of a running npm start',
      (dir) => resolve(cwd, dir),
      join(root, '.data'),
    )
    .addOption(new Option('--output <format>', 'how to print').choices(FORMATS).default('text'))
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: write, writeErr: () => undefined })
    .exitOverride();
  addApplyCommand(program, environment);
  addCompanyCommand(program, environment);
  addKeyCommand(program, environment);
  addRemovalCommands(program, environment);
  addInventoryCommand(program, environment);
  addWebhookCommand(program, environment);
  addProjectionCommand(program, environment);
  addSandboxCommand(program, environment);
  addTriggerCommand(program, environment);
  addListenCommand(program, environment);
  addLogsCommand(program, environment);
  addSecretsCommand(program, environment);
  addMigrateCommand(program, environment);
  addRecoverCommand(program, environment);
  return program;
}
