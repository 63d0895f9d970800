import { createLogger } from '@svc/logging';
import type { Exchange } from '../admission/exchange';
import type { LoggedRequest } from './logged-request';
import { createRequestLog } from './request-log';

const NOON = new Date('2026-03-02T12:00:00Z');
const REFUSED = { status: 404, error: 'not_found' };

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
    before: undefined as (() => Promise<void>) | undefined,
    dropped: 0,
    at: NOON,
    batches: [] as LoggedRequest[][],
    attempts: 0,
  };
  const requests = createRequestLog({
    store: {
      async add(batch) {
        state.attempts += 1;
        await state.before?.();
        if (state.isAway) throw new Error('PostgreSQL is away');
        state.batches.push([...batch]);
      },
      list: async () => ({ rows: [], total: 0 }),
      findKeys: async () => new Set(),
      count: async () => [],
    },
    countDropped: (number) => void (state.dropped += number),
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

it('keeps 60 of a company in a minute, and drops and counts the rest', async () => {
  jest.useFakeTimers();
  const { state, note, written, close } = givenLog();

  note(1, 100);
  note(2, 3);
  await jest.advanceTimersByTimeAsync(59_000);
  note(1, 1);
  await jest.advanceTimersByTimeAsync(1_000);
  note(1, 70);
  await close();
  jest.useRealTimers();

  expect([written(1), written(2), state.dropped]).toEqual([120, 3, 51]);
});

it('keeps 200 of all companies in a second, and drops and counts the rest', async () => {
  jest.useFakeTimers();
  const { state, note, close } = givenLog();

  for (let company = 1; company <= 250; company += 1) note(company, 1);
  await jest.advanceTimersByTimeAsync(1_000);
  note(1, 1);
  await close();
  jest.useRealTimers();

  expect([state.batches.flat().length, state.dropped]).toEqual([201, 50]);
});

it('writes in their order, whoever asks at once', async () => {
  const { state, note, write, close } = givenLog();

  note(1, 60);
  const writes = [write(), write()];
  note(2, 60);
  await Promise.all(writes);
  await close();

  expect(state.batches.map(({ length }) => length)).toEqual([60, 60]);
  const ids = state.batches.flat().map(({ requestId }) => requestId);
  expect(ids).toEqual([1, 2].flatMap(() => Array.from({ length: 60 }, (_, n) => `req_${n}`)));
});

it('tries again what could not be written, and gives it up after ten seconds', async () => {
  const { state, note, written, write, close } = givenLog();

  state.isAway = true;
  note(1, 2);
  await write();
  state.at = new Date(NOON.getTime() + 10_001);
  note(1, 1);
  await write();
  expect(state.dropped).toBe(2);
  state.isAway = false;
  await write();
  note(1, 1);
  await close();

  expect(written(1)).toBe(2);
});

describe('when it is closed', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  function closing(close: () => Promise<void>) {
    const closed = { hasEnded: false };
    void close().then(() => (closed.hasEnded = true));
    return closed;
  }

  it('tries for two seconds to write what it holds', async () => {
    const { state, note, written, close } = givenLog();
    note(1, 60);
    state.isAway = true;

    const closed = closing(close);
    await jest.advanceTimersByTimeAsync(1_900);
    expect(closed.hasEnded).toBe(false);
    state.isAway = false;
    await jest.advanceTimersByTimeAsync(100);

    expect(closed.hasEnded).toBe(true);
    expect(written(1)).toBe(60);
  });

  it('tries again after a write that was under way and fails', async () => {
    const { state, note, written, close } = givenLog();
    note(1, 1);
    let fail = (): void => undefined;
    state.before = () => new Promise((_, reject) => (fail = () => reject(new Error('is away'))));
    await jest.advanceTimersByTimeAsync(1_000);

    const closed = closing(close);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(closed.hasEnded).toBe(false);
    state.before = undefined;
    fail();
    await jest.advanceTimersByTimeAsync(0);

    expect(closed.hasEnded).toBe(true);
    expect(written(1)).toBe(1);
  });

  it('gives up after two seconds in which the database refuses', async () => {
    const { state, note, close } = givenLog();
    note(1, 1);
    state.isAway = true;

    const closed = closing(close);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(closed.hasEnded).toBe(true);

    const tried = state.attempts;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(state.attempts).toBe(tried);
  });

  it('gives up after 16 seconds in which the database does not answer', async () => {
    const { state, note, close } = givenLog();
    note(1, 1);
    state.before = () => new Promise(() => undefined);

    const closed = closing(close);
    await jest.advanceTimersByTimeAsync(15_999);
    expect(closed.hasEnded).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(closed.hasEnded).toBe(true);
  });
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
      message: null,
      errors: [],
      omittedErrors: 0,
      body: '{"password":"***"}',
    },
  ]);
});
