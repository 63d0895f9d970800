import { Option, type Command } from 'commander';
import { getRecordsPath, nameCompany } from '../admin/records-path';
import { runAsOperator, type CommandEnvironment } from '../operator';
import { CommandError } from '../command-error';
import { parseRecordId } from './arguments';

interface Key {
  readonly id: number;
  readonly key: string;
}

interface ListOptions {
  readonly company: string;
}

interface CreateOptions extends ListOptions {
  readonly name: string;
  readonly scope: readonly string[];
  readonly mode?: string;
  readonly allowIp?: readonly string[];
  readonly expiresAt?: string;
}

interface UpdateOptions {
  readonly scope?: readonly string[];
  readonly allowIp?: readonly string[];
  readonly allowAnyIp?: boolean;
  readonly expiresAt?: string;
  readonly neverExpires?: boolean;
}

interface RollOptions {
  readonly keepHours: number;
}

const ofKey = (id: number): string => `key ${id}`;

const keysOf = ({ company }: ListOptions): string => `${getRecordsPath(company)}/keys`;

/** `all` must stand alone. */
const scopesOf = (scopes: readonly string[]): readonly string[] | 'all' =>
  scopes.length === 1 && scopes[0] === 'all' ? 'all' : scopes;

export const addKeyCommand = (program: Command, environment: CommandEnvironment): void => {
  const key = program.command('key').description('API keys of a company');

  key
    .command('create')
    .description('create a key and print it once')
    .requiredOption('--company <slug>', 'owner of the key')
    .requiredOption('--name <name>', 'purpose of the key')
    .requiredOption('--scope <scope...>', 'scopes of the key; all for everything')
    .addOption(new Option('--mode <mode>', 'kind of key').choices(['live', 'test']))
    .option('--allow-ip <cidr...>', 'addresses that may use it; default anywhere')
    .option('--expires-at <time>', 'when it stops working; default never')
    .action(
      runAsOperator(environment, nameCompany, async ({ client, print }, options: CreateOptions) => {
        const { name, scope, mode, allowIp, expiresAt } = options;
        const given = { mode, ip_allowlist: allowIp, expires_at: expiresAt };
        const body = { name, scopes: scopesOf(scope), ...given };
        const created = await client.call<Key>('POST', keysOf(options), body);
        print(created, `Key ${created.id}, shown only now: ${created.key}`);
      }),
    );

  key
    .command('list')
    .description('list the keys of a company')
    .requiredOption('--company <slug>', 'whose keys')
    .action(
      runAsOperator(environment, nameCompany, async ({ client, print }, options: ListOptions) =>
        print(await client.call<object[]>('GET', keysOf(options))),
      ),
    );

  key
    .command('update')
    .description('change scopes, addresses or expiry of a key')
    .argument('<id>', 'the key', parseRecordId)
    .option('--scope <scope...>', 'new scopes; all for everything')
    .addOption(
      new Option('--allow-ip <cidr...>', 'addresses that may use it').conflicts('allowAnyIp'),
    )
    .option('--allow-any-ip', 'allow all addresses')
    .addOption(new Option('--expires-at <time>', 'when it stops working').conflicts('neverExpires'))
    .option('--never-expires', 'let it live until it is revoked')
    .action(
      runAsOperator(environment, ofKey, async ({ client, print }, id, options: UpdateOptions) => {
        const { scope, allowIp, allowAnyIp, neverExpires } = options;
        const allowlist = allowAnyIp ? [] : allowIp;
        const expiresAt = neverExpires ? null : options.expiresAt;
        if (!scope && !allowlist && expiresAt === undefined) {
          throw new CommandError(
            `key ${id}: add --scope, --allow-ip, --allow-any-ip, --expires-at or --never-expires.`,
          );
        }
        const scopes = scope && scopesOf(scope);
        const body = { scopes, ip_allowlist: allowlist, expires_at: expiresAt };
        print(await client.call<object>('PATCH', `/keys/${id}`, body));
      }),
    );

  key
    .command('roll')
    .description('create a key with the same settings, print it once, and let the old one expire')
    .argument('<id>', 'the old key', parseRecordId)
    .option('--keep-hours <hours>', 'how long the old key works on, 0 to 168', Number, 168)
    .action(
      runAsOperator(environment, ofKey, async ({ client, print }, id, options: RollOptions) => {
        const body = { keep_hours: options.keepHours };
        const rolled = await client.call<Key>('POST', `/keys/${id}/roll`, body);
        print(rolled, `Key ${rolled.id}, shown only now: ${rolled.key}`);
      }),
    );

  key
    .command('revoke')
    .description('revoke a key; takes effect immediately')
    .argument('<id>', 'the key', parseRecordId)
    .action(
      runAsOperator(environment, ofKey, async ({ client, print }, id) =>
        print(await client.call<object>('POST', `/keys/${id}/revoke`)),
      ),
    );
};
