import { findMoves } from '@svc/kernel';
import { jobStatuses } from './job-status';

const ALLOWED = [
  ['Pending', 'Assigned'],
  ['Pending', 'Cancelled'],
  ['Assigned', 'In Progress'],
  ['Assigned', 'Pending'],
  ['Assigned', 'Cancelled'],
  ['Assigned', 'On Hold'],
  ['In Progress', 'Completed'],
  ['In Progress', 'Assigned'],
  ['In Progress', 'On Hold'],
  ['In Progress', 'Cancelled'],
  ['On Hold', 'In Progress'],
  ['On Hold', 'Assigned'],
  ['On Hold', 'Cancelled'],
  ['Completed', 'Invoiced'],
  ['Invoiced', 'Paid'],
  ['Paid', 'Closed'],
];

describe('jobStatuses', () => {
  it('allows exactly the moves of the specification, out of all 81', () => {
    const { states, allows } = jobStatuses;
    const moves = states.flatMap((from) => states.map((to) => [from, to] as const));

    expect(moves).toHaveLength(81);
    expect(moves.filter(([from, to]) => allows(from, to)).sort()).toEqual([...ALLOWED].sort());
  });
});

it('lets every status be reached from Pending, by allowed moves only', () => {
  for (const to of jobStatuses.states) {
    const route = ['Pending', ...findMoves(jobStatuses, 'Pending', to)];
    expect(route.at(-1)).toBe(to);
    for (const [index, from] of route.slice(0, -1).entries()) {
      expect(ALLOWED).toContainEqual([from, route[index + 1]]);
    }
  }
});
