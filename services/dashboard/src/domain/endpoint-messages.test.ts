import type { EndpointTrouble } from '@svc/contracts';
import {
  createEndpointFailingMessage,
  createEndpointOffMessage,
  shortenUrl,
} from './endpoint-messages';

const facts = (data: Partial<EndpointTrouble> = {}) => ({
  at: new Date('2026-03-02T14:15:59.999Z'),
  data: { url: 'https://erp.example:8443/hooks', reason: null, ...data },
  company: { zone: 'America/New_York', country: 'US' },
});

it('names the failing endpoint, the time and what to do', () => {
  const { title, text } = createEndpointFailingMessage(facts());

  expect(title).toBe('Webhook delivery to erp.example:8443 failed');
  expect(text).toContain('https://erp.example:8443/hooks failed at Mar 2, 2026, 9:15 AM EST');
  expect(text).toContain('Check that');
});

it.each([
  ['deliveries_failed', 'its last five deliveries failed'],
  ['failing_for_days', 'every attempt of the last 3 days failed'],
] as const)('says that an endpoint is off because of %s, and what to do', (reason, cause) => {
  const { title, text } = createEndpointOffMessage(facts({ reason }));

  expect(title).toBe('The webhook endpoint on erp.example:8443 was turned off');
  expect(text).toContain(
    `https://erp.example:8443/hooks was turned off at Mar 2, 2026, 9:15 AM EST, because ${cause}.`,
  );
  expect(text).toContain('turn the endpoint on again');
});

it('names the app that turns on an API subscription', () => {
  const data = { reason: 'deliveries_failed', managed_by: 'api' } as const;

  const { title, text } = createEndpointOffMessage(facts(data));

  expect(title).toBe('The webhook subscription on erp.example:8443 was turned off');
  expect(text).toContain('subscribe to the same address and event again');
  expect(text).not.toContain('turn the endpoint on');
});

it.each([
  ['https://erp.example/hooks/former-erp', '…/former-erp'],
  ['https://erp.example:8443/', 'erp.example:8443'],
])('names %s in short as %s', (url, name) => {
  expect(shortenUrl(url)).toBe(name);
});
