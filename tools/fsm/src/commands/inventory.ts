import type { Command } from 'commander';
import { getRecordsPath } from '../admin/records-of';
import { runAsOperator, type CommandEnvironment } from '../operator';
import { CommandError } from '../refusal';

interface ReconcileOptions {
  readonly company: string;
}

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
    .description('compare what is in stock with the ledger; fails where they differ')
    .requiredOption('--company <slug>', 'whose inventory')
    .action(
      runAsOperator(
        environment,
        ({ company }: ReconcileOptions) => `inventory of ${company}`,
        async ({ client, print }, { company }: ReconcileOptions) => {
          const path = `${getRecordsPath(company)}/inventory/reconcile`;
          const audit = await client.ask<Audit>('POST', path);
          print(audit);
          const { length } = audit.differences;
          if (length > 0)
            throw new CommandError(
              `inventory of ${company}: stock and ledger disagree (${length} found).`,
            );
        },
      ),
    );
};
