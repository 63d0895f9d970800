import type { EndpointTrouble } from '@svc/contracts';
import type { CompanyPlace } from './company';
import { minuteOf, type MessageText } from './message';

export interface EndpointEvent {
  readonly type: string;
  readonly occurredAt: Date;
  readonly data: EndpointTrouble;
}

/** A receiver that responds 410 has switched its endpoint off on purpose. */
export const isWorthTelling = ({ type, data }: EndpointEvent): boolean =>
  type === 'webhook.endpoint_failing' ||
  (type === 'webhook.endpoint_off' && data.reason !== 'gone');

export function messageTextOf(
  { type, occurredAt, data }: EndpointEvent,
  company: CompanyPlace,
): MessageText {
  const at = minuteOf(occurredAt, company);
  return type === 'webhook.endpoint_failing' ? failing(data, at) : off(data, at);
}

const failing = ({ url, sandbox_of }: EndpointTrouble, at: string): MessageText => ({
  title: `A webhook delivery to ${hostOf(url)} has failed${ofTest(sandbox_of)}`,
  text: [
    `A delivery to the webhook endpoint ${url} failed at ${at}, after its last attempt. It is not tried again by itself.`,
    'Please check that the receiving server can be reached and answers with a 2xx status within 10 seconds. When five deliveries in a row have failed, or every attempt for 3 days, the endpoint is switched off.',
  ].join('\n\n'),
});

const off = ({ url, reason, managed_by, sandbox_of }: EndpointTrouble, at: string): MessageText => {
  const { name, remedy } = managed_by === 'api' ? SUBSCRIPTION : ENDPOINT;
  return {
    title: `The ${name} on ${hostOf(url)} was switched off${ofTest(sandbox_of)}`,
    text: [
      `The ${name} ${url} was switched off at ${at}, because ${CAUSES[reason ?? ''] ?? 'its deliveries kept failing'}. Nothing is sent to it any more.`,
      `Please repair the receiving server. ${remedy} What happened meanwhile can be sent again from the delivery log, which keeps 30 days.`,
    ].join('\n\n'),
  };
};

const ofTest = (sandboxOf: number | undefined): string =>
  sandboxOf === undefined ? '' : ' (test data)';

const ENDPOINT = {
  name: 'webhook endpoint',
  remedy: 'Then turn the endpoint on again; a test event is sent to it first.',
};

const SUBSCRIPTION = {
  name: 'webhook subscription',
  remedy:
    'Then let the application that subscribed through the API subscribe to the same address and event again, which turns it on.',
};

const CAUSES: Readonly<Record<string, string>> = {
  failing_for_days: 'every attempt of the last 3 days has failed',
  deliveries_failed: 'its last 5 deliveries all failed after their last attempt',
};

const hostOf = (url: string): string => new URL(url).host;
