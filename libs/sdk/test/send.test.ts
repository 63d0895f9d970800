import { inspect } from 'node:util';
import type { ApiCall } from '../src/call';
import {
  ApiError,
  DeadlineError,
  NoAnswerError,
  NotModifiedError,
  UnexpectedAnswerError,
} from '../src/errors';
import { createSend, type Settings } from '../src/send';
import { fakeClock, refusal, standIn, type Answer, type StandIn } from './api-stand-in';

const KEY = 'svc_test_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';
const GET: ApiCall = { operation: 'getJob', address: 'GET /api/v1/jobs?id={id}' };
const LIST: ApiCall = { operation: 'listJobs', address: 'GET /api/v1/jobs', takesQuery: true };
const POST: ApiCall = { operation: 'createJob', address: 'POST /api/v1/jobs', takesBody: true };
const PUT: ApiCall = {
  operation: 'updateJob',
  address: 'PUT /api/v1/jobs?id={id}',
  takesBody: true,
};
const PATCH: ApiCall = {
  ...PUT,
  operation: 'changeJobStatus',
  address: 'PATCH /api/v1/jobs?id={id}',
};

const success: Answer = { body: { success: true, data: { job_id: 7 }, request_id: 'req_2' } };
const selectors = { id: 7 };

let server: StandIn;
afterEach(() => server.close());

async function sender(answers: readonly Answer[], settings: Partial<Settings> = {}) {
  server = await standIn((_, n) => answers[Math.min(n, answers.length - 1)] ?? {});
  const clock = fakeClock();
  const send = createSend({ baseUrl: server.baseUrl, apiKey: KEY, ...settings }, {}, clock);
  return { send, clock };
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'It did not fail.',
    (error: unknown) => error,
  );

it('sends selectors, filters, body and key, and resolves with the whole answer', async () => {
  const { send } = await sender([success]);
  const history: ApiCall = { ...LIST, address: 'GET /api/v1/jobs?id={id}&sub=history' };

  expect(await send(PUT, { selectors, body: { job_title: 'Pump' } })).toEqual(success.body);
  await send(history, { selectors, query: { search: 'a&b', cursor: '', page: undefined } });

  const [put, get] = server.asked;
  expect(put).toMatchObject({
    method: 'PUT',
    url: '/api/v1/jobs?id=7',
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    body: '{"job_title":"Pump"}',
  });
  expect(get?.url).toBe('/api/v1/jobs?search=a%26b&cursor=&id=7&sub=history');
});

it('prefers strict handling, unless the settings or the call prefer otherwise', async () => {
  const { send } = await sender([success]);
  await send(GET, { selectors });
  await send(GET, { selectors }, { headers: { Prefer: 'handling=lenient' } });
  const lenient = createSend({ baseUrl: server.baseUrl, apiKey: KEY, strict: false });
  await lenient(GET, { selectors });

  expect(server.asked.map(({ headers }) => headers['prefer'])).toEqual([
    'handling=strict',
    'handling=lenient, handling=strict',
    undefined,
  ]);
});

it('says which selector is missing instead of addressing another operation', async () => {
  const { send } = await sender([success]);
  await expect(send(GET, { selectors: {} })).rejects.toThrow(new TypeError('getJob needs id.'));
  expect(server.asked).toEqual([]);
});

it('says at once what cannot be sent', async () => {
  const { send, clock } = await sender([success]);
  await expect(send(POST, { body: { quantity: 1n } })).rejects.toThrow('BigInt');
  expect([server.asked, clock.pauses]).toEqual([[], []]);
});

describe('what is made again', () => {
  const passing: readonly Answer[] = [
    refusal(500, 'internal_error'),
    { status: 502, body: '<html>Bad gateway</html>' },
    refusal(408, 'request_timeout'),
    { breaks: true },
  ];

  it.each([
    ['a read', GET, undefined],
    ['a POST', POST, {}],
    ['a PUT', PUT, {}],
  ])('%s, after each failure that may pass', async (_, call, body) => {
    for (const failed of passing) {
      const { send, clock } = await sender([failed, success]);
      expect(await send(call, { selectors, body })).toEqual(success.body);
      expect(clock.pauses).toEqual([500]);
      await server.close();
    }
  });

  it('a POST under one Idempotency-Key, its own or the given one', async () => {
    const inProgress = refusal(409, 'idempotency_in_progress');
    const { send } = await sender([refusal(500, 'internal_error'), inProgress, success]);
    await send(POST, { body: {} });
    await send(POST, { body: {} });
    await send(POST, { body: {} }, { idempotencyKey: 'order-7' });
    await send(GET, { selectors });

    const keys = server.asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(keys.slice(4)).toEqual(['order-7', undefined]);
  });

  it.each([
    ['a PATCH', PATCH, {}, {}],
    ['a PUT of an expected version', PUT, { expected_version: 3 }, {}],
    ['a PUT with If-Match', PUT, {}, { 'If-Match': '"3"' }],
    ['a PUT with If-None-Match', PUT, {}, { 'If-None-Match': '*' }],
  ])('%s only where nothing was done', async (_, call, body, headers) => {
    for (const failed of passing) {
      const { send } = await sender([failed, success]);
      await expect(send(call, { selectors, body }, { headers })).rejects.toThrow();
      expect(server.asked).toHaveLength(1);
      await server.close();
    }
    const { send } = await sender([refusal(429, 'rate_limit_exceeded'), success]);
    expect(await send(call, { selectors, body }, { headers })).toEqual(success.body);
  });

  it('after as long as Retry-After says, and a little more', async () => {
    const limited = { ...refusal(429, 'rate_limit_exceeded'), headers: { 'Retry-After': '17' } };
    const { send, clock } = await sender([limited, success]);
    await send(GET, { selectors });
    expect(clock.pauses).toEqual([17_250]);
  });

  it('not when that would be after the deadline', async () => {
    const limited = { ...refusal(429, 'rate_limit_exceeded'), headers: { 'Retry-After': '61' } };
    const { send, clock } = await sender([limited]);
    expect(await failure(send(GET, { selectors }))).toMatchObject({
      status: 429,
      retryAfterSeconds: 61,
    });
    expect(clock.pauses).toEqual([]);
  });

  it('three times after growing pauses, or as often as is said', async () => {
    const { send, clock } = await sender([refusal(500, 'internal_error')]);
    await expect(send(GET, { selectors })).rejects.toThrow('internal_error');
    expect(clock.pauses).toEqual([500, 1_000, 2_000]);
    await expect(send(GET, { selectors }, { retries: 0 })).rejects.toThrow('internal_error');
    expect(server.asked).toHaveLength(5);
  });

  it('never what will be refused again', async () => {
    const { send } = await sender([refusal(404, 'not_found')]);
    await expect(send(GET, { selectors })).rejects.toThrow('not_found');
    expect(server.asked).toHaveLength(1);
  });
});

describe('errors', () => {
  it('are of the class of their code, with details and request id', async () => {
    class ConflictError extends ApiError {}
    server = await standIn(() => refusal(409, 'conflict', { current_version: 4 }));
    const send = createSend({ baseUrl: server.baseUrl, apiKey: KEY }, { conflict: ConflictError });

    const error = await failure(send(PUT, { selectors, body: {} }));

    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({
      name: 'ConflictError',
      message: 'updateJob: conflict: No. (req_1)',
      code: 'conflict',
      status: 409,
      requestId: 'req_1',
      body: { current_version: 4 },
    });
  });

  it('are ApiErrors where the code is unknown, and names of objects are none', async () => {
    const { send } = await sender([refusal(400, 'toString')]);
    const error = await failure(send(GET, { selectors }));
    expect(error).toMatchObject({ name: 'ApiError', code: 'toString' });
  });

  it('tell what is no answer of the API', async () => {
    const { send } = await sender([{ body: '<html>Welcome</html>' }, { status: 403, body: 'No' }]);
    for (const status of [200, 403]) {
      const error = await failure(send(GET, { selectors }));
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error).toMatchObject({ status });
    }
  });

  it('tell a record that has not changed', async () => {
    const { send } = await sender([{ status: 304 }]);
    const asked = send(GET, { selectors }, { headers: { 'If-None-Match': '"3"' } });
    expect(await failure(asked)).toBeInstanceOf(NotModifiedError);
    expect(server.asked[0]?.headers['if-none-match']).toBe('"3"');
  });

  it('do not follow a redirect, which would carry the key elsewhere', async () => {
    const elsewhere = await standIn(() => success);
    const { send } = await sender([
      { status: 307, headers: { Location: `${elsewhere.baseUrl}/stolen` } },
    ]);
    const refused = await failure(send(GET, { selectors }, { retries: 0 }));
    await elsewhere.close();
    expect(refused).toBeInstanceOf(NoAnswerError);
    expect(elsewhere.asked).toEqual([]);
  });

  it('never hold the key, nor does what is made of it', async () => {
    const { send } = await sender([refusal(500, 'internal_error'), { breaks: true }], {
      retries: 0,
    });
    const all = [await failure(send(GET, { selectors })), await failure(send(GET, { selectors }))];
    expect(all.map((error) => (error as Error).name)).toEqual(['ApiError', 'NoAnswerError']);
    expect(inspect([all, send], { depth: 9, showHidden: true })).not.toContain(KEY);

    const bad = `${KEY}\n`;
    const refused = await failure(
      Promise.resolve().then(() => createSend({ baseUrl: server.baseUrl, apiKey: bad })),
    );
    expect(inspect(refused)).not.toContain(KEY);
    expect(refused).toBeInstanceOf(TypeError);
  });
});

describe('the end of a call', () => {
  it('is its signal, before, in and between attempts', async () => {
    const reason = new Error('The user has left.');
    const { send } = await sender([success]);
    await expect(send(GET, { selectors }, { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    expect(server.asked).toEqual([]);
    await server.close();

    const controller = new AbortController();
    server = await standIn(() => {
      controller.abort(reason);
      return { breaks: true };
    });
    const other = createSend({ baseUrl: server.baseUrl });
    const { signal } = controller;
    await expect(other(GET, { selectors }, { signal })).rejects.toBe(reason);
    expect(server.asked).toHaveLength(1);
    await server.close();

    const waiting = new AbortController();
    server = await standIn(() => refusal(500, 'internal_error'));
    const third = createSend(
      { baseUrl: server.baseUrl },
      {},
      {
        ...fakeClock(),
        wait: (_, given) => {
          waiting.abort(reason);
          return Promise.reject(given?.reason);
        },
      },
    );
    await expect(third(GET, { selectors }, { signal: waiting.signal })).rejects.toBe(reason);
  });

  it('is its deadline, also while an answer is awaited', async () => {
    server = await standIn(() => ({ breaks: true }));
    // The request is held until its signal aborts it.
    const held = (request: Request): Promise<Response> =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      });
    for (const clock of [undefined, { ...fakeClock(), now: () => 0 }]) {
      const send = createSend({ baseUrl: server.baseUrl, fetch: held }, {}, clock);
      const error = await failure(send(GET, { selectors }, { deadlineMs: 20 }));
      expect(error).toBeInstanceOf(DeadlineError);
      expect(error).toMatchObject({ deadlineMs: 20, cause: expect.any(NoAnswerError) });
    }
  });
});
