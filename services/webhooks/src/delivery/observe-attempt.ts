import type { Logger } from '@svc/logging';
import { runInSpan, markSpanFailed } from '@svc/tracing';
import { judge, toOutcomeClass, type DeliveryAttempt } from '../domain/attempt';
import type { WebhookEventRecord } from '../domain/webhook-body';

interface AttemptContext {
  readonly event: WebhookEventRecord;
  readonly endpointId: number;
  readonly deliveryId: string;
  readonly number: number;
}

/** Traces the attempt and logs a failure, with ids only: no address, body or secret. */
export const observeAttempt = (
  log: Logger,
  { event, endpointId, deliveryId, number }: AttemptContext,
  attempt: () => Promise<DeliveryAttempt>,
): Promise<DeliveryAttempt> =>
  runInSpan(
    {
      name: 'attempt webhook delivery',
      kind: 'CLIENT',
      attributes: {
        'fsm.endpoint.id': endpointId,
        'fsm.event.id': event.id,
        'fsm.event.type': event.type,
        'fsm.attempt.number': number,
        'http.request.method': 'POST',
      },
      traces: [event.trace],
    },
    async (span) => {
      const made = await attempt();
      const { responseCode, error } = made;
      if (responseCode !== null) span?.setAttribute('http.response.status_code', responseCode);
      if (error !== null) span?.setAttribute('error.type', error);
      if (judge(made) === 'succeeded') return made;
      if (span) markSpanFailed(span);
      if (!made.hasBegun) return made;
      log.info(
        {
          company_id: event.companyId,
          endpoint_id: endpointId,
          event_id: event.id,
          delivery_id: deliveryId,
          // The receiver's X-SVC-Delivery-Id.
          attempt_id: made.id,
          attempt: number,
          outcome: toOutcomeClass(made),
          status: responseCode ?? undefined,
          duration_ms: made.durationMs,
        },
        'attempt failed',
      );
      return made;
    },
  );
