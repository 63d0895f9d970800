import type { Command } from 'commander';
import { createModeOption, getRecordsPath, type CompanyOptions } from '../admin/records-path';
import { runAsOperator, type CommandEnvironment } from '../operator';
import { parseRecordId } from './arguments';

const REMOVABLE = { job: 'jobs', customer: 'customers' } as const;

const VERBS = {
  delete: 'remove it from the API; it can be restored',
  restore: 'restore a deleted one',
} as const;

export const addRemovalCommands = (program: Command, environment: CommandEnvironment): void => {
  for (const [record, context] of Object.entries(REMOVABLE)) {
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
            async ({ client, print }, id: number, { company, mode }: CompanyOptions) => {
              const records = `${getRecordsPath(company, mode)}/${context}/${context}`;
              print(await client.call<object>('POST', `${records}/${id}/${verb}`));
            },
          ),
        );
    }
  }
};
