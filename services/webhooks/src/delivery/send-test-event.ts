import type { Mode } from '@svc/contracts';
import { toUtcDate } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import { newEventId } from '@svc/outbox';
import type { OutgoingHttp } from '@svc/outgoing-http';
import { judge, toLoggedError, type Verdict } from '../domain/attempt';
import type { WebhookEndpoint } from '../domain/endpoint';
import type { OwnHeader } from '../domain/own-headers';
import { selectSigningSecrets, type Secrets } from '../domain/signing-secret';
import { TEST_EVENT, createTestMessage, type WebhookEventRecord } from '../domain/webhook-body';
import type { AttemptToLog } from '../persistence/attempt-log';
import { attemptDelivery, createMessage, createDeliveryId } from './attempt-delivery';
import { observeAttempt } from './observe-attempt';

export interface SentTest {
  readonly event: WebhookEventRecord;
  readonly attempt: AttemptToLog;
  readonly verdict: Verdict;
}

/** Sends to endpoints that are off too. */
export type SendTestEvent = (
  endpoint: WebhookEndpoint,
  sending: {
    readonly secrets: Secrets;
    readonly ownHeaders: readonly OwnHeader[];
    readonly mode: Mode;
  },
) => Promise<SentTest>;

export const createTestEvent = (
  { id, companyId }: Pick<WebhookEndpoint, 'id' | 'companyId'>,
  source: string,
  at: Date,
): WebhookEventRecord => ({
  id: newEventId(),
  companyId,
  type: TEST_EVENT,
  recordId: id,
  version: 1,
  occurredAt: at,
  source,
  previous: {},
  object: createTestMessage(id),
});

export const createSendTestEvent =
  (sender: OutgoingHttp, now: () => Date, log: Logger): SendTestEvent =>
  async (endpoint, { secrets, ...sending }) => {
    const { id, companyId, url } = endpoint;
    const at = now();
    const event = createTestEvent(endpoint, 'ui', at);
    const message = createMessage(event, { object: event.object ?? {}, version: event.version });
    const signing = { ...sending, secrets: selectSigningSecrets(secrets, at) };
    const target = { companyId, endpointId: id, url: new URL(url), ...signing };
    const deliveryId = createDeliveryId();
    const attempt = await observeAttempt(
      log,
      { event, endpointId: id, deliveryId, number: 1 },
      () => attemptDelivery(sender, target, message, { now }),
    );
    const verdict = judge(attempt);
    return {
      event,
      verdict,
      attempt: {
        ...attempt,
        number: 1,
        error: toLoggedError(attempt),
        day: toUtcDate(at),
        companyId,
        deliveryId,
        status: verdict === 'succeeded' ? 'succeeded' : 'failed',
        nextAttemptAt: null,
      },
    };
  };
