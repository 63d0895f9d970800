import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { createDeadlines } from './deadlines';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('tells of the work that has not ended in time, once, and of no other', () => {
  const { begin, end } = createDeadlines(1_000);
  const missed: string[] = [];
  const work = (name: string) => begin(() => missed.push(name));

  const [first, , third] = [work('first'), work('second'), work('third')];
  end(first);
  jest.advanceTimersByTime(500);
  work('later');
  end(third);
  end(third);
  jest.advanceTimersByTime(499);
  expect(missed).toEqual([]);

  jest.advanceTimersByTime(101);
  expect(missed).toEqual(['second']);

  jest.advanceTimersByTime(5_000);
  expect(missed).toEqual(['second', 'later']);
});

it('tells of all whose time is over at the same moment', () => {
  const { begin, end } = createDeadlines(1_000);
  let missed = 0;
  const all = Array.from({ length: 5 }, () => begin(() => (missed += 1)));

  jest.advanceTimersByTime(1_100);
  for (const each of all) end(each);

  expect(missed).toBe(5);
});

it('has no timer while there is no work', () => {
  const { begin, end } = createDeadlines(1_000);
  expect(jest.getTimerCount()).toBe(0);

  end(begin(() => undefined));
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(100);
  expect(jest.getTimerCount()).toBe(0);

  let missed = 0;
  begin(() => (missed += 1));
  jest.advanceTimersByTime(1_100);
  expect(missed).toBe(1);
});

it('lets work end whose end came in while this process was busy', async () => {
  jest.useRealTimers();
  const WITHIN_MS = 200;
  const { begin, end } = createDeadlines(WITHIN_MS);
  const server = createServer((socket) => void socket.end('done')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let missed = 0;
  const work = begin(() => (missed += 1));
  socket.once('data', () => end(work));
  // The server runs in this process and cannot respond while it is busy.
  await once(server, 'connection');

  const busyUntilMs = performance.now() + 2 * WITHIN_MS;
  while (performance.now() < busyUntilMs);
  await once(socket.resume(), 'close');
  server.close();

  expect(missed).toBe(0);
});
