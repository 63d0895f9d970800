import type { Mode } from '@svc/contracts';
import type { Command } from 'commander';
import { modeOption, recordsOf } from '../admin/records-of';
import { asOperator, type CommandEnvironment } from '../operator';
import { recordId } from './arguments';

interface RemovalOptions {
  readonly company: string;
  readonly mode: Mode;
}

interface Removable {
  readonly record: 'job' | 'customer';
  readonly context: 'jobs' | 'customers';
}

const REMOVABLE: readonly Removable[] = [
  { record: 'job', context: 'jobs' },
  { record: 'customer', context: 'customers' },
];

const VERBS = {
  delete: 'take it out of the API; it can be restored',
  restore: 'bring a deleted one back',
} as const;

export const addRemovals = (program: Command, environment: CommandEnvironment): void => {
  for (const { record, context } of REMOVABLE) {
    const command = program.command(record).description(`delete and restore a ${record}`);
    for (const [verb, description] of Object.entries(VERBS)) {
      command
        .command(verb)
        .description(description)
        .argument('<id>', `the ${record}`, recordId)
        .requiredOption('--company <slug>', `whose ${record} it is`)
        .addOption(modeOption())
        .action(
          asOperator(
            environment,
            (id: number) => `${record} ${id}`,
            async ({ client, print }, id: number, { company, mode }: RemovalOptions) => {
              const records = `${recordsOf(company, mode)}/${context}/${context}`;
              print(await client.ask<object>('POST', `${records}/${id}/${verb}`));
            },
          ),
        );
    }
  }
};
