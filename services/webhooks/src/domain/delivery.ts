import { WEBHOOK_EVENTS, type DeliveryStatus } from '@svc/contracts';
import { TEST_EVENT } from './webhook-body';

export const DELIVERED_EVENTS = [TEST_EVENT, ...WEBHOOK_EVENTS] as const;
type DeliveredEvent = (typeof DELIVERED_EVENTS)[number];

export const STOPPED = 'stopped';

export interface Delivery {
  readonly id: string;
  readonly companyId: number;
  readonly endpointId: number;
  readonly eventId: string;
  readonly eventType: DeliveredEvent;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly responseCode: number | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly lastAttemptAt: Date | null;
  readonly nextAttemptAt: Date | null;
}

/** `endpointUrl` is null when the endpoint was removed. */
export interface ListedDelivery extends Delivery {
  readonly endpointUrl: string | null;
}

export interface Attempt {
  readonly id: string;
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly responseCode: number | null;
  readonly error: string | null;
  /** Null for attempts of releases that did not store headers. */
  readonly requestHeaders: Readonly<Record<string, string>> | null;
  readonly requestBody: string;
  /** The first 2 KB of the response. */
  readonly answer: string | null;
}

export const RETENTION_DAYS = 30;
