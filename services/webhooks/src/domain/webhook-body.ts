import type { TraceContext } from '@svc/contracts';

/** The date of the body's format. */
const API_VERSION = '2026-05-27';

/** Never retried, and not part of resends. */
export const TEST_EVENT = 'ping';

export const createTestMessage = (endpointId: number) => ({
  message: 'This is a test event of your webhook endpoint.',
  endpoint_id: endpointId,
});

export type TestMessage = ReturnType<typeof createTestMessage>;

export interface WebhookEventRecord {
  readonly id: string;
  readonly companyId: number;
  readonly type: string;
  readonly recordId: number;
  readonly version: number;
  readonly occurredAt: Date;
  readonly source: string;
  readonly previous: Readonly<Record<string, unknown>>;
  /** The whole object for events without an owner; otherwise fields that override those of the owner's record. */
  readonly object: Readonly<Record<string, unknown>> | null;
  /** Not sent to receivers. */
  readonly trace?: TraceContext;
}

export interface CurrentRecord {
  readonly object: Readonly<Record<string, unknown>>;
  readonly version: number;
}

export const createWebhookBody = (
  event: WebhookEventRecord,
  { object, version }: CurrentRecord,
) => ({
  id: event.id,
  type: event.type,
  api_version: API_VERSION,
  occurred_at: event.occurredAt.toISOString(),
  source: event.source,
  data: { object, previous: event.previous, version },
});

export type WebhookBody = ReturnType<typeof createWebhookBody>;
