import type { Command } from 'commander';
import { recordsOf } from '../admin/records-of';
import { asOperator, type CommandEnvironment } from '../operator';
import { Refusal } from '../refusal';

interface ReconcileOptions {
  readonly company: string;
}

interface Audit {
  readonly items: number;
  readonly balances: number;
  readonly transactions: number;
  readonly differences: readonly object[];
}

export const addInventory = (program: Command, environment: CommandEnvironment): void => {
  program
    .command('inventory')
    .description('parts and their stock')
    .command('reconcile')
    .description('compare what is in stock with the ledger; fails where they differ')
    .requiredOption('--company <slug>', 'whose inventory')
    .action(
      asOperator(
        environment,
        ({ company }: ReconcileOptions) => `inventory of ${company}`,
        async ({ client, print }, { company }: ReconcileOptions) => {
          const path = `${recordsOf(company)}/inventory/reconcile`;
          const audit = await client.ask<Audit>('POST', path);
          print(audit);
          const { length } = audit.differences;
          if (length > 0)
            throw new Refusal(
              `inventory of ${company}: stock and ledger disagree (${length} found).`,
            );
        },
      ),
    );
};
