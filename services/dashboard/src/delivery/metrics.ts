import { readOrNaN } from '@svc/outbox';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { OutboxMails } from '../persistence/outbox-mails';

export function createMailMetrics(registry: Registry, mails: OutboxMails): Counter<'outcome'> {
  const waiting = new Gauge({
    name: 'fsm_mails_waiting',
    help: 'Mails waiting to be sent.',
    registers: [registry],
    async collect() {
      waiting.set(await readOrNaN(mails.countWaiting));
    },
  });
  const attempts = new Counter({
    name: 'fsm_mail_attempts_total',
    help: 'Attempts to send a mail by outcome: sent, failed (will be retried) or refused.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Prometheus sees no increase without an earlier sample.
  for (const outcome of ['sent', 'failed', 'refused']) attempts.inc({ outcome }, 0);
  return attempts;
}
