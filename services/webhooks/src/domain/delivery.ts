import { WEBHOOK_EVENTS, type DeliveryStatus } from '@svc/contracts';
import { TEST_EVENT } from './webhook-body';

/** The events that are delivered: what has happened, and tests. */
export const DELIVERED_EVENTS = [TEST_EVENT, ...WEBHOOK_EVENTS] as const;
type DeliveredEvent = (typeof DELIVERED_EVENTS)[number];

/** Why a delivery failed without another attempt: its endpoint was off, or stopped meanwhile. */
export const STOPPED = 'stopped';

/** One event on its way to one endpoint, as the log shows it. */
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

/** A delivery with the address that its endpoint has now; null where the endpoint was removed. */
export interface ListedDelivery extends Delivery {
  readonly endpointUrl: string | null;
}

/** One request of a delivery, as the log keeps it. */
export interface Attempt {
  readonly id: string;
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly responseCode: number | null;
  readonly error: string | null;
  /** The headers that were sent, by their names; null for an attempt of a release that kept none. */
  readonly requestHeaders: Readonly<Record<string, string>> | null;
  /** The body that was sent, byte for byte. */
  readonly requestBody: string;
  /** The first 2 KB of the answer. */
  readonly answer: string | null;
}

/** The days whose deliveries the log keeps. */
export const RETENTION_DAYS = 30;
