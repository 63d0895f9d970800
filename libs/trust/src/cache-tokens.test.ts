import type { CallerToken } from '@svc/contracts';
import { cacheTokens } from './cache-tokens';

const NOW = Date.parse('2026-03-08T12:00:00Z');

const statement = (expiresAtMs: number): CallerToken => ({
  issuer: 'webhooks',
  audience: 'jobs',
  reach: 'internal',
  companyId: 7,
  zone: 'UTC',
  country: 'US',
  actor: 'scheduled',
  scopes: [],
  expiresAtMs,
});

function reading(max?: number) {
  const read: string[] = [];
  const verify = cacheTokens((header) => {
    read.push(header);
    return header === 'forged' ? undefined : statement(NOW + Number(header) * 1_000);
  }, max);
  return { read, verify };
}

it('reads a header once for as long as it lives', () => {
  const { read, verify } = reading();

  for (const after of [0, 10, 39_999]) {
    expect(verify('40', NOW + after)).toEqual(statement(NOW + 40_000));
  }
  expect(read).toEqual(['40']);
});

it('believes nothing that has expired, read before or not', () => {
  const { verify } = reading();
  verify('40', NOW);

  expect(verify('40', NOW + 40_000)).toBeUndefined();
  expect(verify('41', NOW + 41_000)).toBeUndefined();
});

it.each([61, 3_600, 30 * 365 * 86_400])('believes nothing that lives for %d s', (seconds) => {
  const { verify } = reading();

  expect(verify(String(seconds), NOW)).toBeUndefined();
  expect(verify('60', NOW)).toBeDefined();
});

it('believes nothing that lives too long once the clock was set back', () => {
  const { verify } = reading();
  verify('60', NOW);

  expect(verify('60', NOW - 1)).toBeUndefined();
});

it('remembers nothing that it does not verify', () => {
  const { read, verify } = reading();
  for (const header of ['forged', 'forged', '61', '61', '0', '0']) {
    expect(verify(header, NOW)).toBeUndefined();
  }

  expect(read).toHaveLength(6);
});

it('remembers so many, and forgets the one that was not asked for longest', () => {
  const { read, verify } = reading(2);

  for (const header of ['1', '2', '1', '3', '1', '2']) verify(header, NOW);

  expect(read).toEqual(['1', '2', '3', '2']);
});
