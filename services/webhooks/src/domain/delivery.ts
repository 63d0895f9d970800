import { WEBHOOK_EVENTS, type DeliveryStatus } from '@svc/contracts';
import type { LoggedAttempt } from './attempt';
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

export interface ListedDelivery extends Delivery {
  readonly endpointName: string | null;
  /** Null for temporary endpoints of `fsm listen`. */
  readonly endpointUrl: string | null;
  readonly isEndpointRemoved: boolean;
}

export interface LoggedDelivery {
  readonly delivery: ListedDelivery;
  readonly attempts: readonly LoggedAttempt[];
}

export const RETENTION_DAYS = 30;
