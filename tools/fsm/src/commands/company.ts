import type { Command } from 'commander';
import { getRecordsPath } from '../admin/records-path';
import { runAsOperator, type CommandEnvironment } from '../operator';

export const addCompanyCommand = (program: Command, environment: CommandEnvironment): void => {
  const company = program.command('company').description('show companies');

  company
    .command('list')
    .description('list all companies')
    .action(
      runAsOperator(
        environment,
        () => 'companies',
        async ({ client, print }) => print(await client.call<object[]>('GET', '/companies')),
      ),
    );

  company
    .command('show <slug>')
    .description('show one company')
    .action(
      runAsOperator(
        environment,
        (slug: string) => `company ${slug}`,
        async ({ client, print }, slug: string) =>
          print(await client.call<object>('GET', getRecordsPath(slug))),
      ),
    );
};
