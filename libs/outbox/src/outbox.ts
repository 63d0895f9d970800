import { MAX_ENVELOPE_BYTES, type DomainEvent, type Publisher } from '@svc/contracts';
import { createRun, statement } from '@svc/database';
import { toCloudEvent } from '@svc/messaging';
import { currentTrace } from '@svc/tracing';
import type { EntityManager } from 'typeorm';
import { newEventId } from './event-id';

export interface Outbox {
  append(events: readonly DomainEvent[]): Promise<void>;
}

export interface OutboxRow {
  readonly eventId: string;
  readonly companyId: number;
  readonly type: string;
  readonly envelope: string;
}

/** @throws if the event is too large for the stream, where it would block all behind it */
export function createOutboxRow(context: Publisher, event: DomainEvent): OutboxRow {
  const eventId = newEventId();
  const envelope = JSON.stringify(toCloudEvent(context, eventId, event, currentTrace()));
  if (Buffer.byteLength(envelope) > MAX_ENVELOPE_BYTES) {
    throw new Error(`Event ${event.type} of record ${event.recordId} is too large to publish.`);
  }
  return { eventId, companyId: event.companyId, type: event.type, envelope };
}

export interface OutboxColumns {
  readonly eventIds: readonly string[];
  readonly eventCompanyIds: readonly number[];
  readonly eventTypes: readonly string[];
  readonly envelopes: readonly string[];
}

export const toOutboxColumns = (rows: readonly OutboxRow[]): OutboxColumns => ({
  eventIds: rows.map(({ eventId }) => eventId),
  eventCompanyIds: rows.map(({ companyId }) => companyId),
  eventTypes: rows.map(({ type }) => type),
  envelopes: rows.map(({ envelope }) => envelope),
});

/** Continue with `from …` and `order by …`. */
export const ADD_EVENTS = `
  insert into outbox (event_id, company_id, type, envelope)
  select event_id, company_id, type, envelope` as const;

const GIVEN_EVENTS = `
  unnest(:eventIds::text[], :eventCompanyIds::bigint[], :eventTypes::text[], :envelopes::text[])
    with ordinality as event (event_id, company_id, type, envelope, position)` as const;

export const APPEND_EVENTS = `${ADD_EVENTS} from ${GIVEN_EVENTS} order by position` as const;

const appendEvents = statement<OutboxColumns>()('append_events', APPEND_EVENTS);

/** Records an event if, and only if, the transaction commits. */
export const createOutbox = (tx: EntityManager, context: Publisher): Outbox => {
  const run = createRun(tx);
  return {
    async append(events) {
      if (events.length === 0) return;
      const rows = events.map((event) => createOutboxRow(context, event));
      await run(appendEvents, toOutboxColumns(rows));
    },
  };
};
