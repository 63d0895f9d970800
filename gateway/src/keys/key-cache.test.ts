import { getTestTrust } from '@svc/testing';
import type { KeyRow } from './key';
import { createKeyCache as newKeyCache } from './key-cache';

const ROW: KeyRow = {
  id: 1,
  name: 'ERP',
  companyId: 7,
  sandboxOf: null,
  scopes: ['inventory:write'],
  ipAllowlist: [],
  expiresAt: null,
  timezone: 'UTC',
  country: 'US',
  plan: 'enterprise',
  features: [],
  limits: { writes_per_day: 5 },
};

type FindKey = (hash: string) => Promise<KeyRow | undefined>;

function keyCache(findKey: FindKey, now = () => new Date()) {
  const queries: (readonly string[])[] = [];
  const findKeys = async (hashes: readonly string[]) => {
    queries.push(hashes);
    const rows = new Map<string, KeyRow>();
    for (const hash of hashes) {
      const row = await findKey(hash);
      if (row) rows.set(hash, row);
    }
    return rows;
  };
  const keys = newKeyCache({ findKeys, trust: getTestTrust('gateway'), now });
  return { ...keys, queries };
}

describe('the key cache', () => {
  it('remembers a key, and that there is none', async () => {
    const keys = keyCache(async (hash) => (hash === 'known' ? ROW : undefined));

    expect(keys.findCached('known')).toBeUndefined();
    await keys.find('known');
    await keys.find('unknown');

    expect(keys.findCached('known')?.id).toBe(1);
    expect(keys.findCached('unknown')).toBeNull();
  });

  // The reply to a COMMIT may be lost, or the gateway may die before it announces.
  it('forgets a key after a minute, whatever is announced', async () => {
    jest.useFakeTimers();
    // The cache takes a clock's time 0 for none.
    jest.advanceTimersByTime(1);
    const keys = keyCache(async () => ROW);
    await keys.find('known');

    jest.advanceTimersByTime(59_000);
    expect(keys.findCached('known')?.id).toBe(1);
    jest.advanceTimersByTime(1_001);
    expect(keys.findCached('known')).toBeUndefined();
    jest.useRealTimers();
  });

  it('forgets a key that has expired', async () => {
    let at = new Date('2026-03-02T09:00:00Z');
    const expiresAt = new Date('2026-03-02T09:00:30Z');
    const keys = keyCache(
      async () => ({ ...ROW, expiresAt }),
      () => at,
    );
    await keys.find('known');

    at = new Date('2026-03-02T09:00:29.999Z');
    expect(keys.findCached('known')?.id).toBe(1);
    at = expiresAt;
    expect(keys.findCached('known')).toBeUndefined();
  });

  it('forgets everything when something changed', async () => {
    const keys = keyCache(async () => ROW);
    await keys.find('known');

    keys.forget();

    expect(keys.findCached('known')).toBeUndefined();
  });

  it('looks again when something changed while it looked', async () => {
    const answers = [ROW, undefined];
    let looks = 0;
    const keys = keyCache(async () => {
      looks += 1;
      if (looks === 1) keys.forget();
      return answers[looks - 1];
    });

    await expect(keys.find('revoked meanwhile')).resolves.toBeNull();
    expect(looks).toBe(2);
  });

  it('lets nobody in when the database does not answer', async () => {
    const keys = keyCache(() => Promise.reject(new Error('no connection')));

    await expect(keys.find('any')).rejects.toThrow('no connection');
    expect(keys.findCached('any')).toBeUndefined();
  });

  it('adds what scopes imply and the limits that are not set', async () => {
    const key = await keyCache(async () => ROW).find('known');

    expect([...(key?.scopes ?? [])]).toEqual(['inventory:read', 'inventory:write']);
    expect(key?.company.limits).toMatchObject({ writes_per_day: 5, reads_per_day: 50_000 });
  });

  it('asks once for a key that many requests bring at once', async () => {
    const { find, findDelayed: findLater, queries } = keyCache(async () => ROW);

    const found = await Promise.all([find('known'), find('known'), findLater('known')]);

    expect(found.map((key) => key?.id)).toEqual([1, 1, 1]);
    expect(queries).toEqual([['known']]);
  });

  it('asks for those that can wait together, once a second', async () => {
    const { findDelayed: findLater, queries } = keyCache(async (hash) =>
      hash === 'known' ? ROW : undefined,
    );
    const startedMs = performance.now();
    const first = await Promise.all(['a', 'known', 'a'].map(findLater));
    const second = await Promise.all(['b', 'c'].map(findLater));

    expect(first.map((key) => key?.id)).toEqual([undefined, 1, undefined]);
    expect(second).toEqual([null, null]);
    expect(queries).toEqual([
      ['a', 'known'],
      ['b', 'c'],
    ]);
    expect(performance.now() - startedMs).toBeGreaterThan(900);
  });

  it('keeps its keys through any number of guesses', async () => {
    const {
      find,
      findDelayed: findLater,
      findCached,
    } = keyCache(async (hash) => (hash === 'known' ? ROW : undefined));
    await find('known');

    await Promise.all(Array.from({ length: 60_000 }, (_, n) => findLater(`guess ${n}`)));

    expect(findCached('known')?.id).toBe(1);
    expect(findCached('guess 59999')).toBeNull();
    expect(findCached('guess 0')).toBeUndefined();
  });
});
