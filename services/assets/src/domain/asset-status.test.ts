import { findMoves } from '@svc/kernel';
import { assetStatuses, isMovable } from './asset-status';

const ALLOWED = [
  ['Active', 'Idle'],
  ['Active', 'In Maintenance'],
  ['Active', 'In Transit'],
  ['Active', 'Retired'],
  ['Active', 'Lost'],
  ['Active', 'Non-Compliant'],
  ['Active', 'Decommissioned'],
  ['Idle', 'Active'],
  ['Idle', 'In Maintenance'],
  ['Idle', 'In Transit'],
  ['Idle', 'Retired'],
  ['Idle', 'Decommissioned'],
  ['Idle', 'Lost'],
  ['In Maintenance', 'Active'],
  ['In Maintenance', 'Idle'],
  ['In Maintenance', 'Retired'],
  ['In Maintenance', 'Decommissioned'],
  ['Pending Install', 'Active'],
  ['Pending Install', 'Idle'],
  ['Pending Install', 'In Transit'],
  ['Pending Install', 'Non-Compliant'],
  ['In Transit', 'Active'],
  ['In Transit', 'Idle'],
  ['In Transit', 'Pending Install'],
  ['Lost', 'Active'],
  ['Lost', 'Retired'],
  ['Lost', 'Decommissioned'],
  ['Non-Compliant', 'Active'],
  ['Non-Compliant', 'Idle'],
  ['Non-Compliant', 'In Maintenance'],
  ['Non-Compliant', 'Retired'],
  ['Non-Compliant', 'Decommissioned'],
  ['Retired', 'Active'],
  ['Retired', 'Decommissioned'],
];

it('allows exactly the moves of the specification, out of all 81', () => {
  const { states, allows } = assetStatuses;
  const moves = states.flatMap((from) => states.map((to) => [from, to] as const));
  expect(moves).toHaveLength(81);
  expect(moves.filter(([from, to]) => allows(from, to)).sort()).toEqual([...ALLOWED].sort());
});

it('leads from every status but Decommissioned to every other', () => {
  for (const from of assetStatuses.states.filter((state) => state !== 'Decommissioned')) {
    for (const to of assetStatuses.states) {
      expect([from, ...findMoves(assetStatuses, from, to)].at(-1)).toBe(to);
    }
  }
  expect(assetStatuses.next('Decommissioned')).toEqual([]);
});

it('lets an asset be transferred unless it is retired, decommissioned or lost', () => {
  expect(assetStatuses.states.filter(isMovable)).toEqual([
    'Active',
    'Idle',
    'In Maintenance',
    'Pending Install',
    'In Transit',
    'Non-Compliant',
  ]);
});
