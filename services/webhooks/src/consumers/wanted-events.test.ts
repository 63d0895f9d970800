import { EVENTS, toWebhookEvent } from '@svc/contracts';

it('public event names are unique across contexts: the delivery log shows nothing else', () => {
  const names = Object.values(EVENTS)
    .flat()
    .flatMap((type) => toWebhookEvent(type) ?? []);

  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names).size).toBe(names.length);
});
