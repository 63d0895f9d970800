import { MODE_HEADER, RECEIVER_TIMEOUT_MS, type Mode } from '@svc/contracts';
import { newUlid } from '@svc/outbox';
import type { OutgoingHttp, PostLimits, PostOptions, SendConditions } from '@svc/outgoing-http';
import type { DeliveryAttempt } from '../domain/attempt';
import { hideValues, type OwnHeader } from '../domain/own-headers';
import { createStandardSignature, createSvcSignature } from '../domain/signature';
import {
  createWebhookBody,
  type CurrentRecord,
  type WebhookEventRecord,
} from '../domain/webhook-body';

/** Identifies a delivery, and each of its attempts. */
export const createDeliveryId = (): string => `dlv_${newUlid()}`;

const USER_AGENT = 'SVC-Webhooks/1.0';

const LIMITS: PostLimits = {
  deadlineMs: RECEIVER_TIMEOUT_MS,
  maxHeaderBytes: 16 * 1024,
  maxBodyBytes: 64 * 1024,
};

export interface DeliveryTarget extends Pick<PostOptions, 'companyId' | 'endpointId'> {
  readonly url: URL;
  /** Newest first; each one signs. */
  readonly secrets: readonly string[];
  readonly mode: Mode;
  readonly ownHeaders: readonly OwnHeader[];
}

export interface WebhookMessage {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly object: CurrentRecord['object'];
}

export const createMessage = (
  event: WebhookEventRecord,
  record: CurrentRecord,
): WebhookMessage => ({
  id: event.id,
  type: event.type,
  body: JSON.stringify(createWebhookBody(event, record)),
  object: record.object,
});

export interface SignedRequest {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function signRequest(
  { secrets, mode }: Pick<DeliveryTarget, 'secrets' | 'mode'>,
  message: WebhookMessage,
  now: () => Date,
): SignedRequest {
  const id = createDeliveryId();
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
    'x-svc-signature': createSvcSignature(signed, secrets),
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': createStandardSignature(signed, secrets),
  };
  return { id, headers, body };
}

const toHeaderFields = (headers: readonly OwnHeader[]): Record<string, string> =>
  Object.fromEntries(headers.map(({ name, value }) => [name, value]));

/** The log does not show the values of own headers. */
export async function attemptDelivery(
  sender: Pick<OutgoingHttp, 'post'>,
  { companyId, endpointId, url, ownHeaders, ...signing }: DeliveryTarget,
  message: WebhookMessage,
  { now, ...conditions }: { readonly now: () => Date } & Partial<SendConditions>,
): Promise<DeliveryAttempt> {
  const { id, headers: signed, body } = signRequest(signing, message, now);
  const headers = { ...toHeaderFields(ownHeaders), ...signed };
  const shown = { ...toHeaderFields(hideValues(ownHeaders.map(({ name }) => name))), ...signed };
  const options = { ...LIMITS, companyId, endpointId, headers, ...conditions };
  const { status, body: responseBody, ...posted } = await sender.post(url, body, options);
  const request = { id, requestHeaders: shown, requestBody: body };
  return { ...posted, ...request, responseCode: status, responseBody };
}
