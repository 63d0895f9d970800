import { CONTEXT_HEADER } from '@svc/contracts';
import { verifyCaller } from '@svc/http';
import Koa from 'koa';
import { TEST_SECRET, aCaller, apiClient, eventually, fixedClock } from '../src';

const clock = fixedClock('2025-12-01T12:00:00Z');

/** Answers who asked, and what. */
const mirror = new Koa().use(async (ctx) => {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  const caller = verifyCaller(ctx.get(CONTEXT_HEADER), [TEST_SECRET], clock.now().getTime());
  ctx.status = 201;
  ctx.body = { caller, asked: `${ctx.method} ${ctx.url}`, text: Buffer.concat(chunks).toString() };
});

it('asks an app on behalf of a caller whom the app can verify', async () => {
  const api = apiClient({ app: mirror, now: clock.now });

  const answer = await api.as({ companyId: 7 }).post('/api/v1/jobs?id=5', { a: 1 });

  expect(answer).toMatchObject({
    status: 201,
    body: {
      caller: aCaller({ companyId: 7 }),
      asked: 'POST /api/v1/jobs?id=5',
      text: '{"a":1}',
    },
  });
  await api.close();
});

it('sends text as it is, malformed or not', async () => {
  const api = apiClient({ app: mirror, now: clock.now });

  expect((await api.put('/', '{"a":')).body).toMatchObject({ text: '{"a":' });
  await api.close();
});

it('repeats a check until it passes, and fails with its last failure', async () => {
  let calls = 0;
  const third = () => {
    calls += 1;
    if (calls < 3) throw new Error(`call ${calls}`);
    return calls;
  };

  await expect(eventually(third)).resolves.toBe(3);
  calls = -1_000;
  await expect(eventually(third, { within: 0 })).rejects.toThrow('call -999');
});
