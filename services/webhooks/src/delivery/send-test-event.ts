import type { Mode } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import { newEventId } from '@svc/outbox';
import { errorOf, judge, type Verdict } from '../domain/attempt';
import type { Endpoint } from '../domain/endpoint';
import { signingSecrets, type Secrets } from '../domain/signing-secret';
import { TEST_EVENT, testMessage, type WebhookEventRecord } from '../domain/webhook-body';
import type { FinishedAttempt } from '../persistence/attempt-log';
import { dayOf } from '../persistence/delivery-log';
import { attemptDelivery, messageOf, newDeliveryId, type Sender } from './attempt-delivery';
import { observeAttempt } from './observe-attempt';

export interface TestEvent {
  readonly event: WebhookEventRecord;
  readonly attempt: FinishedAttempt;
  readonly verdict: Verdict;
}

/** Sends to endpoints that are off too. */
export type SendTestEvent = (
  endpoint: Endpoint,
  sending: { readonly secrets: Secrets; readonly mode: Mode },
) => Promise<TestEvent>;

export const sendTestEventBy =
  (sender: Sender, now: () => Date, log: Logger): SendTestEvent =>
  async ({ id, companyId, url }, { secrets, mode }) => {
    const at = now();
    const event: WebhookEventRecord = {
      id: newEventId(),
      companyId,
      type: TEST_EVENT,
      recordId: id,
      version: 1,
      occurredAt: at,
      source: 'ui',
      previous: {},
      object: testMessage(id),
    };
    const message = messageOf(event, { object: event.object ?? {}, version: event.version });
    const signing = { secrets: signingSecrets(secrets, at), mode };
    const target = { companyId, endpointId: id, url: new URL(url), ...signing };
    const deliveryId = newDeliveryId();
    const attempted = await observeAttempt(
      log,
      { event, endpointId: id, deliveryId, number: 1 },
      () => attemptDelivery(sender, target, message, { now }),
    );
    const { attempt, outcome } = attempted;
    const verdict = judge(outcome);
    return {
      event,
      verdict,
      attempt: {
        ...attempt,
        number: 1,
        error: errorOf(outcome),
        day: dayOf(at),
        companyId,
        deliveryId,
        status: verdict === 'succeeded' ? 'succeeded' : 'failed',
        nextAttemptAt: null,
      },
    };
  };
