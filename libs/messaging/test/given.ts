import { createLogger } from '@svc/logging';
import { eventually } from '@svc/testing';
import { toCloudEvent, type OutgoingEvent, type ReceivedEvent } from '../src';

/** Patient enough for a busy machine. */
export const soon = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  eventually(check, { within: 20_000 });

export const log = createLogger({ name: 'test', level: process.env['LOG_LEVEL'] ?? 'silent' });

export function givenEvent(id: string, recordId = 1, data = {}): OutgoingEvent {
  const envelope = toCloudEvent('jobs', id, {
    type: 'job.updated',
    companyId: 1,
    recordId,
    version: 1,
    occurredAt: new Date('2026-05-27T14:30:00Z'),
    actor: 'ui',
    data,
  });
  return { id, subject: 'fsm.jobs.job.updated', body: JSON.stringify(envelope) };
}

export const idsOf = (events: readonly ReceivedEvent[]): string[] => events.map(({ id }) => id);
