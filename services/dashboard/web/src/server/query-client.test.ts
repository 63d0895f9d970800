import { queryClient } from './query-client';
import { RequestError } from './request-error';

const refusedAfter = (status: number, tookMs: number): RequestError =>
  new RequestError(status, 'internal_error', 'Not now.', [], undefined, undefined, tookMs);

async function timesAsked(refusal: RequestError): Promise<number> {
  let times = 0;
  const asking = queryClient.fetchQuery({
    queryKey: ['asked', refusal.status, refusal.tookMs],
    queryFn: () => {
      times += 1;
      throw refusal;
    },
    retryDelay: 0,
  });
  await expect(asking).rejects.toBe(refusal);
  return times;
}

it('asks again what may be answered in a moment', async () => {
  expect(await timesAsked(refusedAfter(500, 20))).toBe(3);
  expect(await timesAsked(refusedAfter(0, 20))).toBe(3);
});

it('asks once what is refused, and what was not answered in time', async () => {
  expect(await timesAsked(refusedAfter(404, 20))).toBe(1);
  expect(await timesAsked(refusedAfter(429, 20))).toBe(1);
  expect(await timesAsked(refusedAfter(500, 10_000))).toBe(1);
});
