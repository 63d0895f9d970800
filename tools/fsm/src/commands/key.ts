import { Option, type Command } from 'commander';
import { nameCompany, getRecordsPath } from '../admin/records-of';
import { runAsOperator, type CommandEnvironment } from '../operator';
import { CommandError } from '../refusal';
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
}

interface UpdateOptions {
  readonly scope?: readonly string[];
  readonly allowIp?: readonly string[];
  readonly allowAnyIp?: boolean;
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
    .description('create a key and print it, this once')
    .requiredOption('--company <slug>', 'whose key it is')
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--scope <scope...>', 'what it may do; all for everything')
    .addOption(new Option('--mode <mode>', 'kind of key').choices(['live', 'test']))
    .option('--allow-ip <cidr...>', 'where it may be used from; anywhere if left out')
    .action(
      runAsOperator(environment, nameCompany, async ({ client, print }, options: CreateOptions) => {
        const { name, scope, mode, allowIp } = options;
        const body = { name, scopes: scopesOf(scope), mode, ip_allowlist: allowIp };
        const created = await client.ask<Key>('POST', keysOf(options), body);
        print(created, `Key ${created.id}, which is not shown again: ${created.key}`);
      }),
    );

  key
    .command('list')
    .description('list the keys of a company')
    .requiredOption('--company <slug>', 'whose keys')
    .action(
      runAsOperator(environment, nameCompany, async ({ client, print }, options: ListOptions) =>
        print(await client.ask<object[]>('GET', keysOf(options))),
      ),
    );

  key
    .command('update')
    .description('change what a key may do; what is left out stays')
    .argument('<id>', 'the key', parseRecordId)
    .option('--scope <scope...>', 'what it may do from now on; all for everything')
    .addOption(
      new Option('--allow-ip <cidr...>', 'where it may be used from').conflicts('allowAnyIp'),
    )
    .option('--allow-any-ip', 'let it be used from anywhere')
    .action(
      runAsOperator(environment, ofKey, async ({ client, print }, id, options: UpdateOptions) => {
        const { scope, allowIp, allowAnyIp } = options;
        const allowlist = allowAnyIp ? [] : allowIp;
        if (!scope && !allowlist) {
          throw new CommandError(`key ${id}: name --scope, --allow-ip or --allow-any-ip.`);
        }
        const body = { scopes: scope && scopesOf(scope), ip_allowlist: allowlist };
        print(await client.ask<object>('PATCH', `/keys/${id}`, body));
      }),
    );

  key
    .command('revoke')
    .description('end a key; it is refused from now on')
    .argument('<id>', 'the key', parseRecordId)
    .action(
      runAsOperator(environment, ofKey, async ({ client, print }, id) =>
        print(await client.ask<object>('POST', `/keys/${id}/revoke`)),
      ),
    );
};
