import type { EndpointTrouble } from '@svc/contracts';
import { formatMinute, type MessageText, type RecordFacts } from './message';

type EndpointFacts = Omit<RecordFacts<EndpointTrouble>, 'id'>;

export const createEndpointFailingMessage = ({
  at,
  data,
  company,
}: EndpointFacts): MessageText => ({
  title: `Webhook delivery to ${getHost(data.url)} failed${formatTestSuffix(data.sandbox_of)}`,
  text: [
    `A delivery to the webhook endpoint ${data.url} failed at ${formatMinute(at, company)}, after its last attempt. It won't be retried automatically.`,
    'Check that the receiving server can be reached and responds with a 2xx status within 10 seconds. The endpoint is turned off after five failed deliveries in a row or 3 days without success.',
  ].join('\n\n'),
});

export function createEndpointOffMessage({ at, data, company }: EndpointFacts): MessageText {
  const { url, reason, managed_by, sandbox_of } = data;
  const { name, remedy } = managed_by === 'api' ? SUBSCRIPTION : ENDPOINT;
  return {
    title: `The ${name} on ${getHost(url)} was turned off${formatTestSuffix(sandbox_of)}`,
    text: [
      `The ${name} ${url} was turned off at ${formatMinute(at, company)}, because ${CAUSES[reason ?? ''] ?? 'its deliveries kept failing'}. It no longer receives events.`,
      `Repair the receiving server. ${remedy} You can resend missed events from the delivery log, which covers 30 days.`,
    ].join('\n\n'),
  };
}

/** Such as "…/former-erp", or the host of a URL without a path. */
export function shortenUrl(url: string): string {
  const { host, pathname } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '');
  return last === undefined ? host : `…/${last}`;
}

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
