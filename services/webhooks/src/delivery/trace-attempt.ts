import { inSpan, markFailed } from '@svc/tracing';
import { judge } from '../domain/attempt';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { SentAttempt } from './attempt-delivery';

/** Which attempt it is. */
export interface TracedAttempt {
  readonly event: WebhookEventRecord;
  readonly endpointId: number;
  /** 1 for the delivery's first. */
  readonly number: number;
}

/** Shows an attempt in the trace of its event, with ids only: no address, body or secret. */
export const traceAttempt = (
  { event, endpointId, number }: TracedAttempt,
  attempt: () => Promise<SentAttempt>,
): Promise<SentAttempt> =>
  inSpan(
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
      const attempted = await attempt();
      const { responseCode, error } = attempted.outcome;
      if (responseCode !== null) span?.setAttribute('http.response.status_code', responseCode);
      if (error !== null) span?.setAttribute('error.type', error);
      if (span && judge(attempted.outcome) !== 'succeeded') markFailed(span);
      return attempted;
    },
  );
