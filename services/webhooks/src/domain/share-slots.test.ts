import { shareSlots, type EndpointLoad, type QueueClass } from './share-slots';

const queueClass = (endpointId: number, overrides: Partial<QueueClass> = {}): QueueClass => ({
  companyId: 1,
  endpointId,
  isRetry: false,
  due: 16,
  ...overrides,
});

const load: EndpointLoad = { openRequests: 0, freeSlots: 16, areRetriesFirst: false };
const plenty = {
  freeSlots: 100,
  freeRetrySlots: 75,
  getLoad: (_: number) => load,
  countClaimed: (_: number) => 0,
};

const counts = (queueClasses: readonly QueueClass[], capacity: Partial<typeof plenty> = {}) =>
  Object.fromEntries(
    shareSlots(queueClasses, { ...plenty, ...capacity }).map(({ endpointId, isRetry, count }) => [
      `${endpointId}${isRetry ? ' again' : ''}`,
      count,
    ]),
  );

describe('shareSlots', () => {
  it('takes what is due where there is room', () => {
    expect(counts([queueClass(1, { due: 3 }), queueClass(2, { due: 1 })])).toEqual({ 1: 3, 2: 1 });
  });

  it('takes nothing of what is not due', () => {
    expect(counts([])).toEqual({});
    expect(counts([queueClass(1, { due: 0 })])).toEqual({});
  });

  it('gives no endpoint more than its room, first attempts and retries together', () => {
    const queueClasses = [queueClass(1, { due: 3 }), queueClass(1, { isRetry: true })];
    expect(counts(queueClasses, { getLoad: () => ({ ...load, freeSlots: 4 }) })).toEqual({
      '1': 2,
      '1 again': 2,
    });
    expect(counts(queueClasses, { getLoad: () => ({ ...load, freeSlots: 0 }) })).toEqual({});
  });

  it('shares scarce slots among companies, not among endpoints', () => {
    const queueClasses = [
      ...[1, 2, 3, 4].map((endpointId) => queueClass(endpointId)),
      queueClass(5, { companyId: 2 }),
    ];
    expect(counts(queueClasses, { freeSlots: 12 })).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1, 5: 4 });
  });

  it('gives a slot that comes free to the company that has the fewest', () => {
    const queueClasses = [
      queueClass(1),
      queueClass(2),
      queueClass(3, { companyId: 2 }),
      queueClass(4, { companyId: 3 }),
    ];
    const countClaimed = (companyId: number): number => [255, 1, 0][companyId - 1] ?? 0;
    expect(counts(queueClasses, { freeSlots: 1, countClaimed })).toEqual({ 4: 1 });
    expect(counts(queueClasses, { freeSlots: 3, countClaimed })).toEqual({ 3: 1, 4: 1 });
  });

  it('gives a slot that comes free to the endpoint that has the fewest', () => {
    const under = [15, 3, 4];
    const each = (id: number) => ({ ...load, openRequests: under[id - 1] ?? 0 });
    expect(
      counts([queueClass(1), queueClass(2), queueClass(3)], { freeSlots: 1, getLoad: each }),
    ).toEqual({ 2: 1 });
  });

  it.each([
    [false, { 1: 1 }],
    [true, { '1 again': 1 }],
  ])(
    'gives a single room to the class that is first (retries first: %s)',
    (areRetriesFirst, taken) => {
      const queueClasses = [queueClass(1, { isRetry: true }), queueClass(1)];
      const single = { ...load, freeSlots: 1, areRetriesFirst };
      expect(counts(queueClasses, { getLoad: () => single })).toEqual(taken);
    },
  );

  it('keeps slots for first attempts', () => {
    const queueClasses = [queueClass(1, { isRetry: true }), queueClass(2)];
    expect(counts(queueClasses, { freeSlots: 24, freeRetrySlots: 3 })).toEqual({
      '1 again': 3,
      '2': 9,
    });
  });

  it('never takes more than there are slots', () => {
    const queueClasses = Array.from({ length: 50 }, (_, index) =>
      queueClass(index, { companyId: index % 7 }),
    );
    const total = Object.values(counts(queueClasses, { freeSlots: 10 })).reduce(
      (sum, one) => sum + one,
      0,
    );
    // Three of the companies would have more than they leave free.
    expect(total).toBe(9);
  });

  it('gives a company no more slots than it leaves free, whatever others do', () => {
    const queueClasses = (companyId: number) =>
      Array.from({ length: 500 }, (_, number) =>
        queueClass(1_000 * companyId + number, { companyId }),
      );
    const total = (companyId: number, freeSlots: number, claimed: number): number =>
      Object.values(
        counts(queueClasses(companyId), { freeSlots, countClaimed: () => claimed }),
      ).reduce((sum, count) => sum + count, 0);
    expect([total(1, 512, 0), total(2, 256, 0), total(1, 128, 256)]).toEqual([256, 128, 0]);
  });
});
