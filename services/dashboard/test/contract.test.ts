import { EVENTS, HINTS } from '@svc/contracts';
import { CHANGED_KINDS } from '../contract/live';

it('tells browsers of every kind of record that changes', () => {
  const announced = Object.values(EVENTS)
    .flat()
    .map((type) => type.split('.')[0]);
  const kinds = new Set([...announced, ...Object.values(HINTS).flat()]);
  expect([...kinds].sort()).toEqual([...CHANGED_KINDS].sort());
});
