import { EVENTS, HINTS, SCOPES, WEBHOOK_EVENTS } from '@svc/contracts';
import { SCOPE_GRANTS } from '../contract/api-keys';
import { CHANGED_KINDS } from '../contract/live';
import { EVENT_MEANINGS } from '../contract/webhooks';

it('shows every scope that a key can have, and every event that can be sent', () => {
  expect(Object.keys(SCOPE_GRANTS)).toEqual(SCOPES);
  expect(Object.keys(EVENT_MEANINGS)).toEqual(WEBHOOK_EVENTS);
});

it('tells browsers of every kind of record that changes', () => {
  const announced = Object.values(EVENTS)
    .flat()
    .map((type) => type.split('.')[0]);
  const kinds = new Set([...announced, ...Object.values(HINTS).flat()]);
  expect([...kinds].sort()).toEqual([...CHANGED_KINDS].sort());
});
