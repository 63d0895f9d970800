import { appendFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readRunFile } from '../admin/connection';
import type { CommandEnvironment, GlobalOptions } from '../operator';
import { createPrinter } from '../output';
import { CommandError } from '../command-error';

interface RecoverOptions {
  readonly dryRun: boolean;
  readonly lost?: string;
}

export const addRecoverCommand = (program: Command, environment: CommandEnvironment): void => {
  const { env, cwd, writeError } = environment;
  program
    .command('recover')
    .description('align the event stream with databases restored to a point in time')
    .option('--dry-run', 'change nothing', false)
    .option('--lost <file>', 'file for the lost events, one per line')
    .action(async function (this: Command, { dryRun, lost }: RecoverOptions) {
      const { data, output } = this.optsWithGlobals<GlobalOptions>();
      const run = readRunFile(data);
      const file = lost === undefined ? undefined : resolve(cwd, lost);
      const nats = env['NATS_URL'] ?? run?.nats?.url;
      if (!nats) throw new CommandError('NATS_URL is missing; it needs administrator credentials.');
      // The file contains personal data.
      if (file) writeFileSync(file, '', { mode: 0o600 });
      const note = (what: object): void => {
        if (file) appendFileSync(file, `${JSON.stringify(what)}\n`);
      };
      // Loaded late: only this command needs NATS and PostgreSQL.
      const { recover } = await import('../recovery/recover');
      const recovered = await recover({
        natsServers: nats.split(',').map((server) => server.trim()),
        databaseUrlOf(context) {
          const variable = `${context.toUpperCase()}_DATABASE_URL`;
          const url = env[variable] ?? run?.services[context]?.database_url;
          if (!url) throw new CommandError(`${context}: ${variable} is missing.`);
          return url;
        },
        isDryRun: dryRun,
        onLost: note,
        onUnusable(message) {
          note(message);
          const { context, sequence, subject, problem } = message;
          // Quoted, because a context chooses its subjects.
          const where = `message ${sequence} of the stream, at ${JSON.stringify(subject)}`;
          writeError(`${context}: ${where}, is lost and not usable. ${problem}\n`);
        },
      });
      createPrinter(output, environment)(recovered);
    });
};
