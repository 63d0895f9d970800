import { joinParts, settle, type JobNeeds, type Part, type Reservation } from './reservation';
import type { Balance } from './stock';

const AT = new Date('2026-03-02T14:15:00Z');
const part = (itemId: number, quantity: number, locationId = 1): Part => ({
  itemId,
  locationId,
  quantity,
});
const needs = (overrides: Partial<JobNeeds> = {}): JobNeeds => ({
  companyId: 1,
  jobId: 7,
  version: 2,
  jobStatus: 'Assigned',
  deleted: false,
  parts: [part(1, 3)],
  ...overrides,
});
const reservation = (overrides: Partial<Reservation> = {}): Reservation => ({
  ...needs({ version: 1 }),
  status: 'waiting',
  createdAt: AT,
  updatedAt: AT,
  ...overrides,
});
const balance = (itemId: number, quantity: number, reservedQuantity = 0): Balance => ({
  itemId,
  locationId: 1,
  quantity,
  reservedQuantity,
});

const outcome = (before: Reservation, after: JobNeeds, balances: readonly Balance[]) => {
  const { status, movements } = settle(before, after, balances);
  return [
    status,
    ...movements.map(
      ({ transactionType, itemId, quantity }) => `${transactionType} ${itemId} ${quantity}`,
    ),
  ];
};

describe('settle', () => {
  const HELD = reservation({ status: 'reserved' });
  const FREE = reservation({ status: 'released', parts: [] });
  const PLENTY = [balance(1, 10, 3), balance(2, 10)];

  // Every status of a job, deleted or not, with parts held before or not (decisions).
  it.each<[string, boolean, string[], string[]]>([
    ['Pending', false, ['reserved', 'Reserve 1 -3'], ['reserved']],
    ['Assigned', false, ['reserved', 'Reserve 1 -3'], ['reserved']],
    ['In Progress', false, ['reserved', 'Reserve 1 -3'], ['reserved']],
    ['On Hold', false, ['reserved', 'Reserve 1 -3'], ['reserved']],
    [
      'Completed',
      false,
      ['consumed', 'Reserve 1 -3', 'Job_complete 1 -3'],
      ['consumed', 'Job_complete 1 -3'],
    ],
    [
      'Invoiced',
      false,
      ['consumed', 'Reserve 1 -3', 'Job_complete 1 -3'],
      ['consumed', 'Job_complete 1 -3'],
    ],
    [
      'Paid',
      false,
      ['consumed', 'Reserve 1 -3', 'Job_complete 1 -3'],
      ['consumed', 'Job_complete 1 -3'],
    ],
    [
      'Closed',
      false,
      ['consumed', 'Reserve 1 -3', 'Job_complete 1 -3'],
      ['consumed', 'Job_complete 1 -3'],
    ],
    ['Cancelled', false, ['released'], ['released', 'Release 1 3']],
    ['Pending', true, ['released'], ['released', 'Release 1 3']],
    ['In Progress', true, ['released'], ['released', 'Release 1 3']],
    ['Cancelled', true, ['released'], ['released', 'Release 1 3']],
    [
      'Completed',
      true,
      ['consumed', 'Reserve 1 -3', 'Job_complete 1 -3'],
      ['consumed', 'Job_complete 1 -3'],
    ],
  ])('%s, deleted %s', (jobStatus, deleted, fromFree, fromHeld) => {
    const after = needs({ jobStatus, deleted });

    expect(outcome(FREE, after, PLENTY)).toEqual(fromFree);
    expect(outcome(HELD, after, PLENTY)).toEqual(fromHeld);
    expect(outcome(reservation({ status: 'consumed' }), after, PLENTY)).toEqual(['consumed']);
  });

  it('holds all parts or none', () => {
    const after = needs({ parts: [part(1, 3), part(2, 3)] });

    expect(outcome(FREE, after, [balance(1, 3), balance(2, 2)])).toEqual(['waiting']);
    expect(outcome(FREE, after, [balance(1, 3)])).toEqual(['waiting']);
    expect(outcome(FREE, after, [balance(1, 3), balance(2, 3)])).toEqual([
      'reserved',
      'Reserve 1 -3',
      'Reserve 2 -3',
    ]);
  });

  it('counts what the job itself holds as available to it', () => {
    expect(outcome(HELD, needs({ parts: [part(1, 5)] }), [balance(1, 5, 3)])).toEqual([
      'reserved',
      'Reserve 1 -2',
    ]);
    expect(outcome(HELD, needs({ parts: [part(1, 6)] }), [balance(1, 5, 3)])).toEqual([
      'waiting',
      'Release 1 3',
    ]);
  });

  it('releases before it reserves', () => {
    const after = needs({ parts: [part(1, 1), part(2, 4)] });

    expect(outcome(HELD, after, PLENTY)).toEqual(['reserved', 'Release 1 2', 'Reserve 2 -4']);
  });
});

it('joins parts of one place, in order of item and location', () => {
  expect(joinParts([part(2, 1), part(1, 1, 9), part(2, 3), part(1, 1, 8)])).toEqual([
    part(1, 1, 8),
    part(1, 1, 9),
    part(2, 4),
  ]);
});
