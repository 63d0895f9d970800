import { allot, type EndpointLoad, type Lane } from './allotment';

const lane = (endpointId: number, overrides: Partial<Lane> = {}): Lane => ({
  companyId: 1,
  endpointId,
  isRetry: false,
  due: 16,
  ...overrides,
});

const load: EndpointLoad = { underWay: 0, freeToTake: 16, retriesFirst: false };
const plenty = {
  slots: 100,
  retrySlots: 75,
  loadOf: (_: number) => load,
  underWay: (_: number) => 0,
};

const counts = (lanes: readonly Lane[], capacity: Partial<typeof plenty> = {}) =>
  Object.fromEntries(
    allot(lanes, { ...plenty, ...capacity }).map(({ endpointId, isRetry, count }) => [
      `${endpointId}${isRetry ? ' again' : ''}`,
      count,
    ]),
  );

describe('allot', () => {
  it('takes what is due where there is room', () => {
    expect(counts([lane(1, { due: 3 }), lane(2, { due: 1 })])).toEqual({ 1: 3, 2: 1 });
  });

  it('takes nothing of what is not due', () => {
    expect(counts([])).toEqual({});
    expect(counts([lane(1, { due: 0 })])).toEqual({});
  });

  it('gives no endpoint more than its room, first attempts and retries together', () => {
    const lanes = [lane(1, { due: 3 }), lane(1, { isRetry: true })];
    expect(counts(lanes, { loadOf: () => ({ ...load, freeToTake: 4 }) })).toEqual({
      '1': 2,
      '1 again': 2,
    });
    expect(counts(lanes, { loadOf: () => ({ ...load, freeToTake: 0 }) })).toEqual({});
  });

  it('shares scarce slots among companies, not among endpoints', () => {
    const lanes = [
      ...[1, 2, 3, 4].map((endpointId) => lane(endpointId)),
      lane(5, { companyId: 2 }),
    ];
    expect(counts(lanes, { slots: 12 })).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1, 5: 4 });
  });

  it('gives a slot that comes free to the company that has the fewest', () => {
    const lanes = [lane(1), lane(2), lane(3, { companyId: 2 }), lane(4, { companyId: 3 })];
    const underWay = (companyId: number): number => [255, 1, 0][companyId - 1] ?? 0;
    expect(counts(lanes, { slots: 1, underWay })).toEqual({ 4: 1 });
    expect(counts(lanes, { slots: 3, underWay })).toEqual({ 3: 1, 4: 1 });
  });

  it('gives a slot that comes free to the endpoint that has the fewest', () => {
    const under = [15, 3, 4];
    const each = (id: number) => ({ ...load, underWay: under[id - 1] ?? 0 });
    expect(counts([lane(1), lane(2), lane(3)], { slots: 1, loadOf: each })).toEqual({ 2: 1 });
  });

  it.each([
    [false, { 1: 1 }],
    [true, { '1 again': 1 }],
  ])('gives a single room to the lane that is first (retries first: %s)', (retriesFirst, taken) => {
    const lanes = [lane(1, { isRetry: true }), lane(1)];
    const single = { ...load, freeToTake: 1, retriesFirst };
    expect(counts(lanes, { loadOf: () => single })).toEqual(taken);
  });

  it('keeps slots for first attempts', () => {
    const lanes = [lane(1, { isRetry: true }), lane(2)];
    expect(counts(lanes, { slots: 24, retrySlots: 3 })).toEqual({ '1 again': 3, '2': 9 });
  });

  it('never takes more than there are slots', () => {
    const lanes = Array.from({ length: 50 }, (_, index) => lane(index, { companyId: index % 7 }));
    const total = Object.values(counts(lanes, { slots: 10 })).reduce((sum, one) => sum + one, 0);
    // Three of the companies would have more than they leave free.
    expect(total).toBe(9);
  });

  it('gives a company no more slots than it leaves free, whatever others do', () => {
    const lanes = (companyId: number) =>
      Array.from({ length: 500 }, (_, number) => lane(1_000 * companyId + number, { companyId }));
    const total = (companyId: number, slots: number, underWay: number): number =>
      Object.values(counts(lanes(companyId), { slots, underWay: () => underWay })).reduce(
        (sum, count) => sum + count,
        0,
      );
    expect([total(1, 512, 0), total(2, 256, 0), total(1, 128, 256)]).toEqual([256, 128, 0]);
  });
});
