import { jobStatuses, movesBetween } from './job-status';

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

describe('movesBetween', () => {
  it('finds the fewest moves', () => {
    expect(movesBetween('Pending', 'Completed')).toEqual(['Assigned', 'In Progress', 'Completed']);
    expect(movesBetween('On Hold', 'Pending')).toEqual(['Assigned', 'Pending']);
    expect(movesBetween('Pending', 'Cancelled')).toEqual(['Cancelled']);
  });

  it('needs no move to stay', () => {
    expect(movesBetween('Closed', 'Closed')).toEqual([]);
  });

  it('knows when no moves lead there', () => {
    expect(movesBetween('Completed', 'On Hold')).toBeUndefined();
    expect(movesBetween('Cancelled', 'Pending')).toBeUndefined();
  });

  it('reaches every status from Pending, by allowed moves only', () => {
    for (const to of jobStatuses.states) {
      const route = ['Pending', ...(movesBetween('Pending', to) ?? ['unreached'])];
      expect(route.at(-1)).toBe(to);
      for (const [index, from] of route.slice(0, -1).entries()) {
        expect(ALLOWED).toContainEqual([from, route[index + 1]]);
      }
    }
  });
});
