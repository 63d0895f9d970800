import { queryClient } from './query-client';
import { RequestError } from './request-error';

const createError = (status: number, tookMs: number): RequestError =>
  new RequestError(status, 'internal_error', 'Not now.', [], undefined, undefined, tookMs);

async function countRequests(error: RequestError): Promise<number> {
  let times = 0;
  const result = queryClient.fetchQuery({
    queryKey: ['test', error.status, error.tookMs],
    queryFn: () => {
      times += 1;
      throw error;
    },
    retryDelay: 0,
  });
  await expect(result).rejects.toBe(error);
  return times;
}

it('retries what may succeed in a moment', async () => {
  expect(await countRequests(createError(500, 20))).toBe(3);
  expect(await countRequests(createError(0, 20))).toBe(3);
});

it('sends once what is rejected or late', async () => {
  expect(await countRequests(createError(404, 20))).toBe(1);
  expect(await countRequests(createError(429, 20))).toBe(1);
  expect(await countRequests(createError(500, 10_000))).toBe(1);
});
