import { WEBHOOK_EVENTS, type WebhookEvent } from '@svc/contracts';
import { Argument, type Command } from 'commander';
import type { AdminClient } from '../admin/admin-client';
import { getRecordsPath, type CompanyOptions } from '../admin/records-path';
import { runAsOperator, type CommandEnvironment } from '../operator';
import { TRIGGERS } from '../trigger/triggers';
import type { Sandbox } from '../trigger/trial-records';

const sandboxOf = (client: AdminClient, slug: string): Sandbox => {
  const records = getRecordsPath(slug, 'test');
  return {
    put: (path, body) => client.call('PUT', `${records}/${path}`, body),
    post: (path, body) => client.call('POST', `${records}/${path}`, body),
  };
};

export const addTriggerCommand = (program: Command, environment: CommandEnvironment): void => {
  program
    .command('trigger')
    .description("cause an event in a company's sandbox")
    .addArgument(new Argument('<event>', 'the event').choices(WEBHOOK_EVENTS))
    .requiredOption('--company <slug>', 'whose sandbox')
    .action(
      runAsOperator(
        environment,
        (event: WebhookEvent) => event,
        async ({ client, print }, event: WebhookEvent, { company }: CompanyOptions) => {
          const today = new Date().toISOString().slice(0, 10);
          print({ event, ...(await TRIGGERS[event](sandboxOf(client, company), today)) });
        },
      ),
    );
};
