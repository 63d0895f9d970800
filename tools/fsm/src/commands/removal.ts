import type { Mode } from '@svc/contracts';
import type { Command } from 'commander';
import { createModeOption, getRecordsPath } from '../admin/records-of';
import { runAsOperator, type CommandEnvironment } from '../operator';
import { parseRecordId } from './arguments';

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

export const addRemovalCommands = (program: Command, environment: CommandEnvironment): void => {
  for (const { record, context } of REMOVABLE) {
    const command = program.command(record).description(`delete and restore a ${record}`);
    for (const [verb, description] of Object.entries(VERBS)) {
      command
        .command(verb)
        .description(description)
        .argument('<id>', `the ${record}`, parseRecordId)
        .requiredOption('--company <slug>', `whose ${record} it is`)
        .addOption(createModeOption())
        .action(
          runAsOperator(
            environment,
            (id: number) => `${record} ${id}`,
            async ({ client, print }, id: number, { company, mode }: RemovalOptions) => {
              const records = `${getRecordsPath(company, mode)}/${context}/${context}`;
              print(await client.ask<object>('POST', `${records}/${id}/${verb}`));
            },
          ),
        );
    }
  }
};
