import type { Logger } from '@svc/logging';
import { judge, outcomeClass } from '../domain/attempt';
import type { Attempted } from './attempt-delivery';

/** Which attempt it was. */
export interface AttemptNames {
  readonly companyId: number;
  readonly endpointId: number;
  readonly eventId: string;
  readonly deliveryId: string;
  /** 1 for the delivery's first. */
  readonly number: number;
}

/** Logs one line for an attempt that failed, with ids only: no address, body or secret. */
export function logFailedAttempt(
  log: Logger,
  { companyId, endpointId, eventId, deliveryId, number }: AttemptNames,
  { attempt, outcome }: Attempted,
): void {
  if (judge(outcome) === 'succeeded') return;
  log.info(
    {
      company_id: companyId,
      endpoint_id: endpointId,
      event_id: eventId,
      delivery_id: deliveryId,
      // The receiver's X-SVC-Delivery-Id.
      attempt_id: attempt.id,
      attempt: number,
      outcome: outcomeClass(outcome),
      status: outcome.responseCode ?? undefined,
      duration_ms: attempt.durationMs,
    },
    'attempt failed',
  );
}
