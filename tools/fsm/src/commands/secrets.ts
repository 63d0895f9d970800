import { PROCESSES } from '@svc/contracts';
import { deriveInternalSecret, derivePublicKeys } from '@svc/trust';
import type { Command } from 'commander';
import { getRecordsPath, listCompanySlugs } from '../admin/records-path';
import { runAsOperator, type CommandEnvironment, type GlobalOptions } from '../operator';
import { createPrinter } from '../output';
import { CommandError } from '../command-error';

interface Counts {
  readonly rewrapped: number;
  readonly already: number;
  readonly unreadable: number;
}

export const addSecretsCommand = (program: Command, environment: CommandEnvironment): void => {
  const secrets = program.command('secrets').description('secrets of the processes');
  addInternal(secrets, environment);

  secrets
    .command('rewrap')
    .description('encrypt stored secrets with the first value of ENCRYPTION_KEY')
    .action(
      runAsOperator(
        environment,
        () => 'secrets',
        async ({ client, print }) => {
          const total = { gateway: NONE, webhooks: NONE };
          for (const slug of await listCompanySlugs(client)) {
            const path = `${getRecordsPath(slug)}/secrets/rewrap`;
            const { gateway, webhooks } = await client.call<typeof total>('POST', path);
            total.gateway = addCounts(total.gateway, gateway);
            total.webhooks = addCounts(total.webhooks, webhooks);
          }
          print(total, Object.entries<Counts>(total).map(lineOf).join('\n'));
          const unreadable = total.gateway.unreadable + total.webhooks.unreadable;
          if (unreadable > 0) {
            throw new CommandError(
              `secrets: no value of ENCRYPTION_KEY decrypts ${unreadable} of them.`,
            );
          }
        },
      ),
    );
};

const NONE: Counts = { rewrapped: 0, already: 0, unreadable: 0 };

const addCounts = (one: Counts, other: Counts): Counts => ({
  rewrapped: one.rewrapped + other.rewrapped,
  already: one.already + other.already,
  unreadable: one.unreadable + other.unreadable,
});

const lineOf = ([process, { rewrapped, already, unreadable }]: [string, Counts]): string =>
  `${process}: ${rewrapped} rewrapped, ${already} already, ${unreadable} unreadable`;

const addInternal = (secrets: Command, { env, read, write, columns }: CommandEnvironment): void => {
  secrets
    .command('internal')
    .description(
      "each process's INTERNAL_SECRET, and INTERNAL_PUBLIC_KEYS of all, out of one INTERNAL_SECRET (of the environment, else standard input; two values while it is rotated)",
    )
    .action(async function (this: Command) {
      const { output } = this.optsWithGlobals<GlobalOptions>();
      const secret = await internalSecretIn(env['INTERNAL_SECRET'] ?? (await read()).trim());
      const own = PROCESSES.map(
        (process) => [process, deriveInternalSecret(process, secret)] as const,
      );
      const publicKeys = derivePublicKeys(secret);
      const lines = own.map(([process, value]) => `${process}: INTERNAL_SECRET=${value}`);
      createPrinter(output, { write, columns })(
        { public_keys: publicKeys, secrets: Object.fromEntries(own) },
        [`all: INTERNAL_PUBLIC_KEYS=${publicKeys}`, ...lines].join('\n'),
      );
    });
};

async function internalSecretIn(text: string): Promise<string> {
  const { internalSecrets } = await import('@svc/config');
  const internalSecret = internalSecrets.raw().required().label('INTERNAL_SECRET');
  const { error } = internalSecret.validate(text, { errors: { wrap: { label: false } } });
  if (error) throw new CommandError(`${error.message}.`);
  return text;
}
