import { asJson, createRun, statement, type Json } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { WebhookEventRecord } from '../domain/webhook-body';
import { parseEvent } from './claim-deliveries';

const ADD = statement<{
  events: Json<readonly { company_id: number; event: WebhookEventRecord }[]>;
  at: Date;
}>()(
  'add_waiting_events',
  `insert into waiting_events (company_id, event, waits_since)
   select company_id, event, :at::timestamptz
   from json_to_recordset(:events) as given (company_id bigint, event json)`,
);

// Another process may hold the company's first event.
const TAKE = statement<{ after: number }, { waitingId: number; event: string }>()(
  'take_waiting_event',
  `delete from waiting_events
   where (company_id, id) = (
     select company_id, id from waiting_events where company_id > :after
     order by company_id, id limit 1 for update skip locked)
   returning id as "waitingId", event::text as event`,
);

/** SQL: null before the first event that waited. */
export const LAST_WAITING_ID = `pg_sequence_last_value(pg_get_serial_sequence('waiting_events', 'id'))`;

export interface WaitingEvent {
  readonly waitingId: number;
  readonly event: WebhookEventRecord;
}

export const createWaitingEvents = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    async add(events: readonly WebhookEventRecord[], at: Date): Promise<void> {
      const rows = events.map((event) => ({ company_id: event.companyId, event }));
      await run(ADD, { events: asJson(rows), at });
    },

    async takeAfter(companyId: number): Promise<WaitingEvent | undefined> {
      const [row] = await run(TAKE, { after: companyId });
      return row && { ...row, event: parseEvent(row.event) };
    },
  };
};

export type WaitingEvents = ReturnType<typeof createWaitingEvents>;
