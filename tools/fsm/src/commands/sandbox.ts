import { join } from 'node:path';
import type { Command } from 'commander';
import { getRecordsPath, nameCompany, type CompanyOptions } from '../admin/records-path';
import { applyManifest } from '../apply/apply-manifest';
import { toCountRows } from '../apply/counts';
import { runAsOperator, type CommandEnvironment } from '../operator';
import { table } from '../output';

const DEMO = 'deploy/demo/company.yaml';

export const addSandboxCommand = (program: Command, environment: CommandEnvironment): void => {
  const sandbox = program.command('sandbox').description("a company's test data");

  sandbox
    .command('seed')
    .description("fill it with the demo company's records")
    .requiredOption('--company <slug>', 'whose sandbox')
    .action(
      runAsOperator(
        environment,
        nameCompany,
        async ({ client, print }, { company }: CompanyOptions) => {
          // Applying a manifest would create a missing company.
          await client.call('GET', getRecordsPath(company));
          const { readManifest } = await import('../manifest/read-manifest');
          const demo = readManifest(join(environment.root, DEMO));
          // Settings, people and keys belong to the company, not to its sandbox.
          const manifest = { ...demo, company: { slug: company }, users: [], api_keys: [] };
          const { applied, counts } = await applyManifest(client, manifest, {
            dryRun: false,
            mode: 'test',
          });
          print(applied, [`Sandbox of ${company}`, table(toCountRows(counts))].join('\n'));
        },
      ),
    );

  sandbox
    .command('reset')
    .description('empty it; live records stay')
    .requiredOption('--company <slug>', 'whose sandbox')
    .action(
      runAsOperator(
        environment,
        nameCompany,
        async ({ client, print }, { company }: CompanyOptions) =>
          print(await client.call<object>('POST', `${getRecordsPath(company, 'test')}/reset`)),
      ),
    );
};
