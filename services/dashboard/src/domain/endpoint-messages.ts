import type { EndpointTrouble } from '@svc/contracts';
import type { CompanyPlace } from './company';
import { formatMinute, type MessageText } from './message';

export interface EndpointEvent {
  readonly type: string;
  readonly occurredAt: Date;
  readonly data: EndpointTrouble;
}

/** A receiver that responds 410 has switched its endpoint off on purpose. */
export const shouldNotify = ({ type, data }: EndpointEvent): boolean =>
  type === 'webhook.endpoint_failing' ||
  (type === 'webhook.endpoint_off' && data.reason !== 'gone');

export function createEndpointMessage(
  { type, occurredAt, data }: EndpointEvent,
  company: CompanyPlace,
): MessageText {
  const at = formatMinute(occurredAt, company);
  return type === 'webhook.endpoint_failing' ? failing(data, at) : off(data, at);
}

const failing = ({ url, sandbox_of }: EndpointTrouble, at: string): MessageText => ({
  title: `Webhook delivery to ${getHost(url)} failed${formatTestSuffix(sandbox_of)}`,
  text: [
    `A delivery to the webhook endpoint ${url} failed at ${at}, after its last attempt. It won't be retried automatically.`,
    'Check that the receiving server can be reached and responds with a 2xx status within 10 seconds. The endpoint is turned off after five failed deliveries in a row or 3 days without success.',
  ].join('\n\n'),
});

const off = ({ url, reason, managed_by, sandbox_of }: EndpointTrouble, at: string): MessageText => {
  const { name, remedy } = managed_by === 'api' ? SUBSCRIPTION : ENDPOINT;
  return {
    title: `The ${name} on ${getHost(url)} was turned off${formatTestSuffix(sandbox_of)}`,
    text: [
      `The ${name} ${url} was turned off at ${at}, because ${CAUSES[reason ?? ''] ?? 'its deliveries kept failing'}. It no longer receives events.`,
      `Repair the receiving server. ${remedy} You can resend missed events from the delivery log, which covers 30 days.`,
    ].join('\n\n'),
  };
};

const formatTestSuffix = (sandboxOf: number | undefined): string =>
  sandboxOf === undefined ? '' : ' (test data)';

const ENDPOINT = {
  name: 'webhook endpoint',
  remedy: 'Then turn the endpoint on again; it has to pass a test event first.',
};

const SUBSCRIPTION = {
  name: 'webhook subscription',
  remedy:
    'Then have the app that subscribed through the API subscribe to the same address and event again, which turns it on.',
};

const CAUSES: Readonly<Record<string, string>> = {
  failing_for_days: 'every attempt of the last 3 days failed',
  deliveries_failed: 'its last five deliveries failed',
};

const getHost = (url: string): string => new URL(url).host;
