import { CONTEXT_HEADER } from '@svc/contracts';
import Koa from 'koa';
import { createApiClient, createCaller, createFixedClock, eventually, getTestTrust } from '../src';

const clock = createFixedClock('2025-12-01T12:00:00Z');
const trust = getTestTrust('jobs');

const mirror = new Koa().use(async (ctx) => {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  const statement = trust.verify(ctx.get(CONTEXT_HEADER), clock.now().getTime());
  ctx.status = 201;
  ctx.body = {
    statement,
    requestId: ctx.get('x-request-id'),
    asked: `${ctx.method} ${ctx.url}`,
    text: Buffer.concat(chunks).toString(),
  };
});

it('asks an app on behalf of a caller whom the app can verify', async () => {
  const api = createApiClient({ app: mirror, audience: 'jobs', now: clock.now });

  const { requestId, ...lasting } = createCaller({ companyId: 7 });

  const answer = await api.as({ companyId: 7 }).post('/api/v1/jobs?id=5', { a: 1 });

  expect(answer).toMatchObject({
    status: 201,
    body: {
      statement: { ...lasting, issuer: 'gateway', audience: 'jobs', operation: 'none' },
      requestId,
      asked: 'POST /api/v1/jobs?id=5',
      text: '{"a":1}',
    },
  });
  await api.close();
});

it('sends text as it is, malformed or not', async () => {
  const api = createApiClient({ app: mirror, audience: 'jobs', now: clock.now });

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
