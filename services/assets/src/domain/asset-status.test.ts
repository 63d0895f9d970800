import { findMoves } from '@svc/kernel';
import { assetStatuses } from './asset-status';

it('leads from every status but Decommissioned to every other', () => {
  for (const from of assetStatuses.states.filter((state) => state !== 'Decommissioned')) {
    for (const to of assetStatuses.states) {
      expect([from, ...findMoves(assetStatuses, from, to)].at(-1)).toBe(to);
    }
  }
  expect(assetStatuses.next('Decommissioned')).toEqual([]);
});
