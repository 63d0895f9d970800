import type { Command } from 'commander';
import { recordsOf } from '../admin/records-of';
import { asOperator, type CommandEnvironment } from '../operator';

export const addCompany = (program: Command, environment: CommandEnvironment): void => {
  const company = program.command('company').description('show companies');

  company
    .command('list')
    .description('list all companies')
    .action(
      asOperator(
        environment,
        () => 'companies',
        async ({ client, print }) => print(await client.ask<object[]>('GET', '/companies')),
      ),
    );

  company
    .command('show <slug>')
    .description('show one company')
    .action(
      asOperator(
        environment,
        (slug: string) => `company ${slug}`,
        async ({ client, print }, slug: string) =>
          print(await client.ask<object>('GET', recordsOf(slug))),
      ),
    );
};
