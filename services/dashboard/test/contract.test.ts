import { EVENTS, HINTS, SCOPES } from '@svc/contracts';
import { SCOPE_GRANTS } from '../contract/api-keys';
import { CHANGED_KINDS } from '../contract/live';

it('says of every scope that a key can have what it grants', () => {
  expect(Object.keys(SCOPE_GRANTS)).toEqual(SCOPES);
});

it('tells browsers of every kind of record that changes', () => {
  const announced = Object.values(EVENTS)
    .flat()
    .map((type) => type.split('.')[0]);
  const kinds = new Set([...announced, ...Object.values(HINTS).flat()]);
  expect([...kinds].sort()).toEqual([...CHANGED_KINDS].sort());
});
