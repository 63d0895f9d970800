import { testTrust } from '@svc/testing';
import type { KeyRow } from './key';
import { keyRing as newKeyRing, type FindKey } from './key-ring';

const ROW: KeyRow = {
  id: 1,
  companyId: 7,
  scopes: ['inventory:write'],
  ipAllowlist: [],
  timezone: 'UTC',
  country: 'US',
  plan: 'enterprise',
  features: [],
  limits: { writes_per_day: 5 },
};

const keyRing = (findKey: FindKey) => newKeyRing(findKey, testTrust('gateway'));

describe('the key ring', () => {
  it('remembers a key, and that there is none', async () => {
    const keys = keyRing(async (hash) => (hash === 'known' ? ROW : undefined));

    expect(keys.remembered('known')).toBeUndefined();
    await keys.find('known');
    await keys.find('unknown');

    expect(keys.remembered('known')?.id).toBe(1);
    expect(keys.remembered('unknown')).toBeNull();
  });

  it('forgets everything when something changed', async () => {
    const keys = keyRing(async () => ROW);
    await keys.find('known');

    keys.forget();

    expect(keys.remembered('known')).toBeUndefined();
  });

  it('looks again when something changed while it looked', async () => {
    const answers = [ROW, undefined];
    let looks = 0;
    const keys = keyRing(async () => {
      looks += 1;
      if (looks === 1) keys.forget();
      return answers[looks - 1];
    });

    await expect(keys.find('revoked meanwhile')).resolves.toBeNull();
    expect(looks).toBe(2);
  });

  it('lets nobody in when the database does not answer', async () => {
    const keys = keyRing(() => Promise.reject(new Error('no connection')));

    await expect(keys.find('any')).rejects.toThrow('no connection');
    expect(keys.remembered('any')).toBeUndefined();
  });

  it('adds what scopes imply and the limits that are not set', async () => {
    const key = await keyRing(async () => ROW).find('known');

    expect([...(key?.scopes ?? [])]).toEqual(['inventory:read', 'inventory:write']);
    expect(key?.company.limits).toMatchObject({ writes_per_day: 5, reads_per_day: 50_000 });
  });
});
