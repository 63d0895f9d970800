import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@svc/contracts';
import { removeSecrets } from '@svc/local-servers';
import { createSecretVariables } from '@svc/trust';
import { Argument, type Command } from 'commander';
import { readRunFile, type AdminRunFile } from '../admin/connection';
import type { CommandEnvironment, GlobalOptions } from '../operator';
import { createPrinter } from '../output';
import { CommandError } from '../command-error';

const MIGRATED = ['gateway', ...SERVICES] as const;
type Migrated = (typeof MIGRATED)[number];

export const addMigrateCommand = (program: Command, environment: CommandEnvironment): void => {
  const { env, dist } = environment;
  const mainOf = (context: Migrated): string => join(dist, context, 'main.js');

  program
    .command('migrate')
    .description('migrate the named schemas; default all')
    .addArgument(new Argument('[context...]', 'whose schema').choices(MIGRATED))
    .action(async function (this: Command, named: readonly Migrated[]) {
      const { data, output } = this.optsWithGlobals<GlobalOptions>();
      const contexts =
        named.length > 0 ? named : MIGRATED.filter((each) => existsSync(mainOf(each)));
      const run = readRunFile(data);
      for (const context of contexts) {
        if (!existsSync(mainOf(context)))
          throw new CommandError(`${context}: not built; run npx nx build ${context}.`);
        await migrate(context, mainOf(context), environmentOf(context, env, run));
      }
      createPrinter(output, environment)(
        contexts.map((context) => ({ context, migrated: true })),
        `Up to date: ${contexts.join(', ')}`,
      );
    });
};

const NO_SECRET = 'not used by a migration';

const UNUSED = { internalSecret: NO_SECRET, encryptionKey: Buffer.alloc(32).toString('base64') };

function environmentOf(
  context: Migrated,
  env: NodeJS.ProcessEnv,
  run: AdminRunFile | undefined,
): NodeJS.ProcessEnv {
  const variable = `${context.toUpperCase()}_DATABASE_URL`;
  const directVariable = `${context.toUpperCase()}_DIRECT_DATABASE_URL`;
  const running = run?.services[context];
  const configured = env[variable] ?? env['DATABASE_URL'];
  const url = configured ?? running?.database_url;
  if (!url) throw new CommandError(`${context}: ${variable} or DATABASE_URL is missing.`);
  const direct = env[directVariable] ?? env['DIRECT_DATABASE_URL'];
  return {
    ...removeSecrets(env),
    ...createSecretVariables(context, UNUSED),
    ADMIN_TOKEN: NO_SECRET,
    [variable]: url,
    [directVariable]: direct ?? (configured ? undefined : running?.direct_database_url),
  };
}

/** The last line on standard error is the reason of a failure. */
async function migrate(context: Migrated, main: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [main, 'migrate'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return;
  const reason = Buffer.concat(errors).toString().trimEnd().split('\n').at(-1);
  throw new CommandError(reason || `${context}: the migration ended with code ${code}.`);
}
