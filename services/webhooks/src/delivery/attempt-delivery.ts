import { MODE_HEADER, RECEIVER_TIMEOUT_MS, type Mode } from '@svc/contracts';
import { newUlid } from '@svc/outbox';
import type { OutgoingHttp, PostLimits, PostOptions, PostResult } from '@svc/outgoing-http';
import type { Answered } from '../domain/attempt';
import type { Attempt } from '../domain/delivery';
import { standardSignature, svcSignature } from '../domain/signature';
import { webhookBody, type CurrentRecord, type WebhookEventRecord } from '../domain/webhook-body';

/** `dlv_` and a ULID: identifies a delivery, and each of its attempts. */
export const newDeliveryId = (): string => `dlv_${newUlid()}`;

const USER_AGENT = 'SVC-Webhooks/1.0';

const LIMITS: PostLimits = {
  deadlineMs: RECEIVER_TIMEOUT_MS,
  maxHeaderBytes: 16 * 1024,
  maxBodyBytes: 64 * 1024,
};

export type Sender = OutgoingHttp;

export interface Target extends Pick<PostOptions, 'companyId' | 'endpointId'> {
  readonly url: URL;
  /** Newest first; each one signs. */
  readonly secrets: readonly string[];
  readonly mode: Mode;
}

export interface Message {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

export const messageOf = (event: WebhookEventRecord, shown: CurrentRecord): Message => ({
  id: event.id,
  type: event.type,
  body: JSON.stringify(webhookBody(event, shown)),
});

export interface Attempted {
  readonly attempt: Omit<Attempt, 'number' | 'error'>;
  readonly outcome: Answered;
}

export interface SentAttempt extends Attempted, Pick<PostResult, 'isAttempt'> {}

export interface SignedRequest {
  /** Identifies the attempt. */
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function signRequest(
  { secrets, mode }: Pick<Target, 'secrets' | 'mode'>,
  message: Message,
  now: () => Date,
): SignedRequest {
  const id = newDeliveryId();
  const { body } = message;
  const timestamp = Math.floor(now().getTime() / 1_000);
  const signed = { eventId: message.id, body, timestamp };
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'x-svc-event-id': message.id,
    'x-svc-event-type': message.type,
    'x-svc-delivery-id': id,
    [MODE_HEADER]: mode,
    'x-svc-timestamp': String(timestamp),
    'x-svc-signature': svcSignature(signed, secrets),
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standardSignature(signed, secrets),
  };
  return { id, headers, body };
}

export type Whether = Pick<PostOptions, 'isStillWanted' | 'mayBegin'>;

export async function attemptDelivery(
  sender: Pick<Sender, 'post'>,
  { companyId, endpointId, url, ...signing }: Target,
  message: Message,
  { now, ...whether }: { readonly now: () => Date } & Whether,
): Promise<SentAttempt> {
  const { id, headers, body } = signRequest(signing, message, now);
  const options = { ...LIMITS, companyId, endpointId, headers, ...whether };
  const posted = await sender.post(url, body, options);
  const { isAttempt, startedAt, durationMs, status, error, retryAfterSeconds } = posted;
  const request = { requestHeaders: headers, requestBody: body };
  return {
    attempt: { id, startedAt, durationMs, responseCode: status, ...request, answer: posted.body },
    outcome: { responseCode: status, error, retryAfterSeconds },
    isAttempt,
  };
}
