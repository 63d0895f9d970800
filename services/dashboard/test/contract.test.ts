import { EVENTS, NOTIFIED_KINDS } from '@svc/contracts';
import { CHANGED_KINDS } from '../contract/live';

it('announces every kind of record that changes', () => {
  const announced = Object.values(EVENTS)
    .flat()
    .map((type) => type.split('.')[0]);
  const kinds = new Set([...announced, ...Object.values(NOTIFIED_KINDS).flat()]);
  // No page shows events that a key pulls.
  expect([...kinds].sort()).toEqual([...CHANGED_KINDS, 'pulled_event'].sort());
});
