import type { Command } from 'commander';
import { getRecordsPath, type CompanyOptions } from '../admin/records-path';
import { runAsOperator, type CommandEnvironment } from '../operator';
import { CommandError } from '../command-error';

interface Audit {
  readonly items: number;
  readonly balances: number;
  readonly transactions: number;
  readonly differences: readonly object[];
}

export const addInventoryCommand = (program: Command, environment: CommandEnvironment): void => {
  program
    .command('inventory')
    .description('parts and their stock')
    .command('reconcile')
    .description('compare stock with the ledger; fails if they differ')
    .requiredOption('--company <slug>', 'whose inventory')
    .action(
      runAsOperator(
        environment,
        ({ company }: CompanyOptions) => `inventory of ${company}`,
        async ({ client, print }, { company }: CompanyOptions) => {
          const path = `${getRecordsPath(company)}/inventory/reconcile`;
          const audit = await client.call<Audit>('POST', path);
          print(audit);
          const { length } = audit.differences;
          if (length > 0)
            throw new CommandError(
              `inventory of ${company}: stock and ledger differ (${length} found).`,
            );
        },
      ),
    );
};
