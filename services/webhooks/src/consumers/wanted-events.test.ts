import { EVENTS, toWebhookEvent } from '@svc/contracts';

it('no two contexts announce events of one name outside, which tells in the log whose they are', () => {
  const names = Object.values(EVENTS)
    .flat()
    .flatMap((type) => toWebhookEvent(type) ?? []);

  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names).size).toBe(names.length);
});
