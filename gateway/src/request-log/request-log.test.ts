import { createLogger } from '@svc/logging';
import type { Exchange } from '../admission/exchange';
import type { LoggedRequest } from './logged-request';
import { requestLog } from './request-log';

const NOON = new Date('2026-03-02T12:00:00Z');
const REFUSED = { status: 404, error: 'not_found' };

/** An exchange as far as the log looks at it. */
const exchangeOf = (companyId: number, n: number, body = ''): Exchange =>
  ({
    id: `req_${n}`,
    key: { id: 7, company: { id: companyId } },
    request: { method: 'POST', url: '/api/v1/jobs' },
    body: Buffer.from(body),
  }) as unknown as Exchange;

function givenLog() {
  const state = {
    isAway: false,
    dropped: 0,
    at: NOON,
    batches: [] as LoggedRequest[][],
    repeated: [] as boolean[],
  };
  const requests = requestLog({
    store: {
      async add(batch, isRepeated) {
        state.repeated.push(isRepeated);
        if (state.isAway) throw new Error('PostgreSQL is away');
        state.batches.push([...batch]);
      },
      list: async () => ({ rows: [], total: 0 }),
    },
    dropped: (number) => void (state.dropped += number),
    log: createLogger({ name: 'gateway', level: 'silent' }),
    now: () => state.at,
  });
  const note = (companyId: number, times: number, body?: string): void => {
    for (let n = 0; n < times; n += 1) requests.note(exchangeOf(companyId, n, body), REFUSED);
  };
  const written = (companyId: number): number =>
    state.batches.flat().filter((each) => each.companyId === companyId).length;
  const write = () => requests.list(1, {}, { page: 1, perPage: 1 });
  return { state, note, written, write, close: requests.close };
}

it('keeps 1,200 of a company at once and then 30 a minute, and drops and counts the rest', async () => {
  jest.useFakeTimers();
  const { state, note, written, close } = givenLog();

  note(1, 1_300);
  note(2, 3);
  await jest.advanceTimersByTimeAsync(60_000);
  note(1, 100);
  note(2, 100);
  await close();
  jest.useRealTimers();

  expect([written(1), written(2), state.dropped]).toEqual([1_230, 103, 170]);
});

it('keeps 200 a second of all companies in the long run, with room for who is refused seldom', async () => {
  jest.useFakeTimers();
  const { state, note, written, close } = givenLog();
  const often = Array.from({ length: 40 }, (_, index) => 100 + index);

  for (let second = 0; second < 20; second += 1) {
    for (let time = 0; time < 100; time += 1) for (const company of often) note(company, 1);
    note(1, 1);
    await jest.advanceTimersByTimeAsync(1_000);
  }
  await close();
  jest.useRealTimers();

  const all = state.batches.flat().length;
  expect(all).toBeLessThanOrEqual(3_600 + 20 * 200);
  expect(all).toBeGreaterThan(20 * 180);
  expect(written(1)).toBe(20);
  const each = often.map(written);
  expect(Math.min(...each)).toBeGreaterThan(0.8 * Math.max(...each));
});

it('writes in their order, five hundred at a time, whoever asks at once', async () => {
  const { state, note, write, close } = givenLog();

  note(1, 1_100);
  await Promise.all([write(), write()]);
  await close();

  expect(state.batches.map(({ length }) => length)).toEqual([500, 500, 100]);
  const ids = state.batches.flat().map(({ requestId }) => requestId);
  expect(ids).toEqual(Array.from({ length: 1_100 }, (_, n) => `req_${n}`));
});

it('tries again what could not be written, and gives it up after a minute', async () => {
  const { state, note, written, write, close } = givenLog();

  state.isAway = true;
  note(1, 2);
  await write();
  state.at = new Date(NOON.getTime() + 60_001);
  note(1, 1);
  await write();
  expect(state.dropped).toBe(2);
  state.isAway = false;
  await write();
  note(1, 1);
  await close();

  expect(written(1)).toBe(2);
  // Only after a failure may some have been written already.
  expect(state.repeated).toEqual([false, true, true, false]);
});

it('has room for others while the database is away, whatever one company sends', async () => {
  jest.useFakeTimers();
  const { state, note, written, close } = givenLog();

  state.isAway = true;
  for (let company = 10; company < 30; company += 1) {
    note(company, 1_200, 'x'.repeat(2_048));
    await jest.advanceTimersByTimeAsync(7_000);
  }
  expect(state.dropped).toBeGreaterThan(0);
  note(1, 3);
  state.isAway = false;
  await close();
  jest.useRealTimers();

  expect(written(1)).toBe(3);
});

it('holds a request without its secrets', async () => {
  const { state, note, close } = givenLog();

  note(1, 1, '{"password":"open sesame"}');
  await close();

  expect(state.batches.flat()).toEqual([
    {
      requestId: 'req_0',
      place: null,
      companyId: 1,
      keyId: 7,
      at: NOON,
      method: 'POST',
      address: '/api/v1/jobs',
      ...REFUSED,
      body: '{"password":"***"}',
    },
  ]);
});
