import type { TraceContext } from '@svc/contracts';

/** The version of the form of webhook bodies, written as a date. */
export const API_VERSION = '2026-05-27';

/** The type of a test event; nothing has happened, so it is never retried or sent again with others. */
export const TEST_EVENT = 'ping';

/** What a test event says, as it is about no record. */
export const testMessage = (endpointId: number) => ({
  message: 'This is a test event of your webhook endpoint.',
  endpoint_id: endpointId,
});

export type TestMessage = ReturnType<typeof testMessage>;

/** An event as it is sent to receivers. */
export interface WebhookEventRecord {
  readonly id: string;
  readonly companyId: number;
  readonly type: string;
  readonly recordId: number;
  readonly version: number;
  readonly occurredAt: Date;
  readonly source: string;
  readonly previous: Readonly<Record<string, unknown>>;
  /** What the event itself says: all of the record where no owner is asked for it, else beside it. */
  readonly object: Readonly<Record<string, unknown>> | null;
  /** The trace of what caused the event, which no receiver gets; absent where that was not traced. */
  readonly trace?: TraceContext;
}

/** A record as its owner shows it now. */
export interface CurrentRecord {
  readonly object: Readonly<Record<string, unknown>>;
  readonly version: number;
}

/** The body of a delivery. */
export const webhookBody = (event: WebhookEventRecord, { object, version }: CurrentRecord) => ({
  id: event.id,
  type: event.type,
  api_version: API_VERSION,
  occurred_at: event.occurredAt.toISOString(),
  source: event.source,
  data: { object, previous: event.previous, version },
});

export type WebhookBody = ReturnType<typeof webhookBody>;
