import { createHmac } from 'node:crypto';
import {
  defineApp,
  version,
  type BeforeRequestMiddleware,
  type Bundle,
  type Trigger,
  type ZObject,
} from 'zapier-platform-core';

const OLDEST_S = 300;

type Subscription = NonNullable<Bundle['subscribeData']> & { readonly secret: string };

const subscriptionOf = ({ subscribeData }: Bundle): Subscription => subscribeData as Subscription;

function isSigned(content: string, header: string, secret: string): boolean {
  const parts = header.split(',').map((part) => part.split('=') as [string, string]);
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const age = Date.now() / 1_000 - Number(timestamp);
  const expected = createHmac('sha256', secret).update(`${timestamp}.${content}`).digest('hex');
  return age <= OLDEST_S && parts.some(([name, value]) => name === 'v1' && value === expected);
}

function hookTrigger<const Key extends string>(hooks: string, key: Key, event: string) {
  return {
    key,
    noun: 'Event',
    display: { label: `New ${event}`, description: `Triggers when ${event} is announced.` },
    operation: {
      type: 'hook',
      performSubscribe: async (z: ZObject, { targetUrl }: Bundle) => {
        const body = { target_url: targetUrl, event };
        return (await z.request<Subscription>({ method: 'POST', url: hooks, body })).data;
      },
      performUnsubscribe: async (z: ZObject, bundle: Bundle) => {
        const params = { action: 'unsubscribe', id: subscriptionOf(bundle).id };
        return (await z.request<object>({ method: 'POST', url: hooks, params })).data;
      },
      performList: async (z: ZObject) => {
        const params = { action: 'sample', event };
        return (await z.request<{ data: object[] }>({ url: hooks, params })).data.data;
      },
      perform: (z: ZObject, bundle: Bundle): object[] => {
        const { content = '', headers = {} } = bundle.rawRequest ?? {};
        const header = headers['Http-X-Svc-Signature'] ?? '';
        if (!isSigned(content, header, subscriptionOf(bundle).secret)) {
          throw new z.errors.HaltedError('The delivery is not signed with our secret.');
        }
        return [bundle.cleanedRequest];
      },
      sample: { id: 'evt_01JDZX0000000000000000000A', type: event },
    },
  } satisfies Trigger<Key>;
}

const addKey: BeforeRequestMiddleware = (request, _, { authData }) => ({
  ...request,
  headers: { ...request.headers, 'X-API-Key': String(authData['api_key']) },
});

export const restHookApp = (gateway: string) => {
  const hooks = `${gateway}/api/v1/hooks.php`;
  return defineApp({
    version: '1.0.0',
    platformVersion: version,
    // The tests use node:http, node:https and fetch, which must not be patched.
    flags: { skipHttpPatch: true },
    authentication: {
      type: 'custom',
      fields: [{ key: 'api_key', label: 'API key', type: 'password', required: true }],
      test: { url: hooks },
    },
    beforeRequest: [addKey],
    triggers: {
      job_status_changed: hookTrigger(hooks, 'job_status_changed', 'job.status_changed'),
      customer_created: hookTrigger(hooks, 'customer_created', 'customer.created'),
    },
  });
};
