import { WEBHOOK_EVENTS, type WebhookEvent } from '@svc/contracts';
import { Argument, type Command } from 'commander';
import type { AdminClient } from '../admin/admin-client';
import { getRecordsPath } from '../admin/records-of';
import { runAsOperator, type CommandEnvironment } from '../operator';
import { TRIGGERS } from '../trigger/triggers';
import type { Sandbox } from '../trigger/trial-records';

interface TriggerOptions {
  readonly company: string;
}

const sandboxOf = (client: AdminClient, slug: string): Sandbox => {
  const records = getRecordsPath(slug, 'test');
  return {
    put: (path, body) => client.ask('PUT', `${records}/${path}`, body),
    post: (path, body) => client.ask('POST', `${records}/${path}`, body),
  };
};

export const addTriggerCommand = (program: Command, environment: CommandEnvironment): void => {
  program
    .command('trigger')
    .description("make the change in a company's sandbox that causes an event")
    .addArgument(new Argument('<event>', 'the event').choices(WEBHOOK_EVENTS))
    .requiredOption('--company <slug>', 'whose sandbox')
    .action(
      runAsOperator(
        environment,
        (event: WebhookEvent) => event,
        async ({ client, print }, event: WebhookEvent, { company }: TriggerOptions) => {
          const today = new Date().toISOString().slice(0, 10);
          print({ event, ...(await TRIGGERS[event](sandboxOf(client, company), today)) });
        },
      ),
    );
};
