import { JOBS, TECHNICIANS, type Limits, type Operation } from '@svc/contracts';
import { createFixedClock, getTestTrust } from '@svc/testing';
import { toApiKey, type ApiKey } from '../keys/key';
import { computeBlock, type AllowanceStore, type BlockReservation } from './daily-allowance';
import type { Quota } from './quota';
import { LimitHit } from './limit-hit';
import { createRequestLimits } from './request-limits';

function storeInMemory() {
  const taken = new Map<string, number>();
  let reservations = 0;
  const store: AllowanceStore = {
    async reserve(subject, day, { amount, limit }): Promise<BlockReservation> {
      reservations += 1;
      const name = JSON.stringify([subject, day]);
      const before = taken.get(name) ?? 0;
      const granted = Math.min(amount, Math.max(limit - before, 0));
      taken.set(name, before + granted);
      return { granted, totalReserved: before + granted };
    },
    readTotalReserved: async (subject, day) => taken.get(JSON.stringify([subject, day])) ?? 0,
    async releaseUnused(day, unused) {
      for (const { subject, amount } of unused) {
        const name = JSON.stringify([subject, day]);
        taken.set(name, (taken.get(name) ?? 0) - amount);
      }
    },
  };
  return { store, reservations: () => reservations };
}

const aKey = (limits: Partial<Limits> = {}, id = 1): ApiKey =>
  toApiKey(
    {
      id,
      name: 'ERP',
      companyId: 7,
      sandboxOf: null,
      scopes: ['jobs:read', 'jobs:write'],
      ipAllowlist: [],
      expiresAt: null,
      timezone: 'UTC',
      country: 'US',
      plan: 'enterprise',
      features: [],
      limits,
    },
    getTestTrust('gateway'),
  );

const { listJobs, getJob, createJob } = JOBS.operations;

async function outcome(charge: () => Quota | Promise<Quota>): Promise<Quota | LimitHit> {
  try {
    return await charge();
  } catch (error) {
    if (error instanceof LimitHit) return error;
    throw error;
  }
}

function given(limits: Partial<Limits> = {}) {
  const clock = createFixedClock('2026-03-02T23:58:00Z');
  const { store, reservations } = storeInMemory();
  let requests = createRequestLimits(store, clock.now);
  const key = aKey(limits);
  return {
    clock,
    key,
    reservations,
    charge: (operation: Operation, as = key) => outcome(() => requests.charge(as, operation)),
    peek: () => requests.peek(key, 'list'),
    async admitted(count: number, operation: Operation, as = key) {
      const all = Array.from({ length: count }, () =>
        outcome(() => requests.charge(as, operation)),
      );
      return (await Promise.all(all)).filter((each) => !(each instanceof LimitHit)).length;
    },
    async restart(how: 'gently' | 'after a crash') {
      if (how === 'gently') await requests.close();
      requests = createRequestLimits(store, clock.now);
    },
  };
}

describe('the limits of a minute', () => {
  it.each([
    ['list reads', listJobs, 300],
    ['single-record reads', getJob, 240],
    ['writes', createJob, 120],
    ['technician lists', TECHNICIANS.operations.listTechnicians, 60],
    ['technician reads', TECHNICIANS.operations.getTechnician, 120],
  ])('admit exactly so many %s at once', async (_, operation, limit) => {
    expect(await given().admitted(500, operation)).toBe(limit);
  });

  it('count each tier and each key apart', async () => {
    const { admitted } = given({ list_reads_per_minute: 3, record_reads_per_minute: 2 });

    expect(await admitted(5, listJobs)).toBe(3);
    expect(await admitted(5, getJob)).toBe(2);
    expect(await admitted(5, listJobs, aKey({ list_reads_per_minute: 3 }, 2))).toBe(3);
  });

  it('tell when the next slot frees, and free it then', async () => {
    const { charge, clock } = given({ writes_per_minute: 1 });
    const start = clock.now().getTime();

    expect(await charge(createJob)).toEqual({
      limit: 1,
      remaining: 0,
      resetAtMs: start + 60_000,
    });
    clock.advance(59_000);
    const refused = await charge(createJob);
    clock.advance(1_000);

    expect(refused).toMatchObject({
      quota: { limit: 1, remaining: 0, resetAtMs: start + 60_000 },
      code: 'rate_limit_exceeded',
      message: expect.stringContaining('writes per minute'),
      details: { retry_after: 1 },
    });
    expect(await charge(createJob)).not.toBeInstanceOf(LimitHit);
  });

  it('do not count what they refuse', async () => {
    const { admitted, clock } = given({ writes_per_minute: 2 });
    await admitted(2, createJob);
    clock.advance(30_000);
    await admitted(50, createJob);
    clock.advance(30_000);

    expect(await admitted(5, createJob)).toBe(2);
  });
});

describe('the limits of a day', () => {
  it('hold exactly under parallel requests', async () => {
    expect(await given({ reads_per_day: 57 }).admitted(200, listJobs)).toBe(57);
    expect(await given({ writes_per_day: 57 }).admitted(100, createJob)).toBe(57);
    expect(await given({ key_writes_per_day: 57 }).admitted(100, createJob)).toBe(57);
  });

  it('are shared by the keys of a company, but for the writes of a key', async () => {
    const limits = { writes_per_day: 7, key_writes_per_day: 5 };
    const { admitted } = given(limits);

    expect(await admitted(20, createJob)).toBe(5);
    expect(await admitted(20, createJob, aKey(limits, 2))).toBe(2);
  });

  it('reset at midnight UTC', async () => {
    const { admitted, charge, clock } = given({ writes_per_day: 2 });
    await admitted(2, createJob);

    expect(await charge(createJob)).toMatchObject({
      quota: { limit: 2, remaining: 0, resetAtMs: Date.parse('2026-03-03T00:00:00Z') },
      message: expect.stringContaining('writes per day for the company'),
      details: { retry_after: 120 },
    });
    clock.set('2026-03-03T00:00:00Z');
    expect(await admitted(5, createJob)).toBe(2);
  });

  it('charge nothing when one of two is used up', async () => {
    const { admitted, charge } = given({ writes_per_day: 10, key_writes_per_day: 1 });
    await admitted(5, createJob);

    const other = aKey({ writes_per_day: 10 }, 2);
    expect(await admitted(20, createJob, other)).toBe(9);
    expect(await charge(createJob)).toBeInstanceOf(LimitHit);
  });

  it('survive a gentle restart to the last request', async () => {
    const limits = { writes_per_day: 600, key_writes_per_day: 600, writes_per_minute: 1_000 };
    const { admitted, restart } = given(limits);
    await admitted(100, createJob);

    await restart('gently');

    expect(await admitted(1_000, createJob)).toBe(500);
  });

  it('are never regained by a crash, and lose one block at most', async () => {
    const limits = { writes_per_day: 1_000, key_writes_per_day: 1_000, writes_per_minute: 5_000 };
    const { admitted, restart } = given(limits);
    let used = 0;
    for (let crash = 0; crash < 5; crash += 1) {
      used += await admitted(101, createJob);
      await restart('after a crash');
    }

    used += await admitted(2_000, createJob);

    expect(used).toBeLessThanOrEqual(1_000);
    expect(used).toBeGreaterThanOrEqual(1_000 - 5 * computeBlock(1_000));
  });

  it('ask the store once per block, and not at all when the day is used up', async () => {
    const { admitted, reservations } = given({ reads_per_day: 400, list_reads_per_minute: 900 });
    await admitted(400, listJobs);
    await admitted(1, listJobs);
    const before = reservations();

    await admitted(400, listJobs);

    expect(before).toBeLessThanOrEqual(400 / computeBlock(400) + 1);
    expect(reservations()).toBe(before);
  });

  it('admit again at once when the limit is raised', async () => {
    const { admitted } = given({ reads_per_day: 2 });
    await admitted(5, listJobs);

    expect(await admitted(10, listJobs, aKey({ reads_per_day: 5 }))).toBe(3);
    expect(await admitted(10, listJobs, aKey({ reads_per_day: 1 }))).toBe(0);
  });

  it('are told of when their share left is the smallest', async () => {
    const { charge, peek } = given({ list_reads_per_minute: 10, reads_per_day: 4 });
    await charge(listJobs);

    expect(peek()).toMatchObject({ limit: 4, remaining: 3 });
  });

  it('do not lose count when the store fails', async () => {
    const clock = createFixedClock('2026-03-02T12:00:00Z');
    const { store } = storeInMemory();
    let isDown = true;
    const failing: AllowanceStore = {
      ...store,
      reserve: (...reservation) =>
        isDown ? Promise.reject(new Error('down')) : store.reserve(...reservation),
    };
    const requests = createRequestLimits(failing, clock.now);
    const key = aKey({ writes_per_day: 1 });

    await expect(requests.charge(key, createJob)).rejects.toThrow('down');
    isDown = false;

    expect(await outcome(() => requests.charge(key, createJob))).toMatchObject({ remaining: 0 });
    expect(await outcome(() => requests.charge(key, createJob))).toBeInstanceOf(LimitHit);
  });
});
