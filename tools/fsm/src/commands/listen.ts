import { WEBHOOK_EVENTS, type WebhookEvent } from '@svc/contracts';
import { Option, type Command } from 'commander';
import {
  createModeOption,
  getRecordsPath,
  nameCompany,
  type CompanyOptions,
} from '../admin/records-path';
import { forwardDelivery, type Forwarded, type Taken } from '../listen/forward';
import { runAsOperator, type CommandEnvironment, type Operator } from '../operator';
import { parseHttpUrl } from './arguments';

interface ListenOptions extends CompanyOptions {
  readonly event?: readonly WebhookEvent[];
  readonly forwardTo: URL;
}

interface Listener {
  readonly id: number;
  readonly secret: string;
}

interface Attempted {
  readonly status: string;
  readonly next_attempt_at: string | null;
}

export const addListenCommand = (program: Command, environment: CommandEnvironment): void => {
  program
    .command('listen')
    .description("forward a company's events to a local address until Ctrl-C")
    .requiredOption('--company <slug>', 'whose events')
    .requiredOption('--forward-to <url>', 'receiver of the signed events', parseHttpUrl)
    .addOption(new Option('--event <event...>', 'only these').choices(WEBHOOK_EVENTS))
    .addOption(createModeOption())
    .action(
      runAsOperator(
        environment,
        nameCompany,
        async ({ client, printLine }, options: ListenOptions) => {
          const { company, mode, event: events, forwardTo } = options;
          // The delivery log shows this URL, so it must not contain query or credentials.
          const url = `${forwardTo.origin}${forwardTo.pathname}`;
          const listeners = `${getRecordsPath(company, mode)}/webhooks/listeners`;
          const ending = new AbortController();
          const interrupted = environment.untilInterrupted().then(() => ending.abort());
          const listener = await client.call<Listener>('POST', listeners, { url, events });
          const path = `${listeners}/${listener.id}`;
          printLine(
            { listening: url, mode, secret: listener.secret },
            `Forwarding ${mode} events of ${company} to ${url}. Press Ctrl-C to stop.\nSigning secret: ${listener.secret}`,
          );
          try {
            const passing = passOn({ client, path, printLine }, forwardTo, ending.signal);
            await Promise.race([passing, interrupted]);
          } finally {
            await client.call('DELETE', path);
          }
        },
      ),
    );
};

interface Listening extends Pick<Operator, 'client' | 'printLine'> {
  readonly path: string;
}

async function passOn(
  { client, path, printLine }: Listening,
  to: URL,
  ending: AbortSignal,
): Promise<void> {
  while (!ending.aborted) {
    const taken = await client.call<readonly Taken[]>('POST', `${path}/take`);
    await Promise.all(
      taken.map(async (each) => {
        const forwarded = await forwardDelivery(each, to, ending);
        const delivery = await client.call<Attempted>('POST', `${path}/attempts`, forwarded);
        const attempt = describeAttempt(each, forwarded, delivery);
        printLine(attempt, formatAttempt(attempt));
      }),
    );
    // Long poll: returns when there is more, or after some seconds.
    if (taken.length === 0) await client.call('GET', `${path}/news`);
  }
}

const describeAttempt = (
  taken: Taken,
  forwarded: Forwarded,
  { status, next_attempt_at }: Attempted,
) => ({
  time: forwarded.started_at,
  event: taken.event,
  event_id: taken.event_id,
  delivery_id: taken.delivery_id,
  attempt: taken.attempt,
  response_code: forwarded.response_code,
  error: forwarded.error,
  duration_ms: forwarded.duration_ms,
  status,
  next_attempt_at,
});

function formatAttempt(attempt: ReturnType<typeof describeAttempt>): string {
  const { time, event, delivery_id, status, next_attempt_at: next } = attempt;
  const outcome = attempt.response_code ?? attempt.error;
  const then = next === null ? status : `${status}, again at ${next}`;
  return [time, event, delivery_id, outcome, `${attempt.duration_ms} ms`, then].join('  ');
}
