import { handshakeTurns, type Handshake, type HandshakeTurns } from './handshake-turns';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const turnsOf = () => handshakeTurns(() => Date.now());

interface Taken extends Handshake {
  isRead: boolean;
  isClosed: boolean;
}

/** Takes a turn for the handshake of an endpoint. */
function take(turns: HandshakeTurns, endpointId = 1): Taken {
  const handshake: Taken = {
    endpointId,
    isRead: false,
    isClosed: false,
    isOver: () => handshake.isClosed,
    read: () => (handshake.isRead = true),
    leaveUnread: () => (handshake.isRead = false),
  };
  turns.take(handshake);
  return handshake;
}

const takeMany = (turns: HandshakeTurns, count: number, endpointId = 1): Taken[] =>
  Array.from({ length: count }, () => take(turns, endpointId));

const read = (handshakes: readonly Taken[]): number[] =>
  handshakes.flatMap(({ isRead }, position) => (isRead ? [position] : []));

/** As when its connection is closed. */
function fail(turns: HandshakeTurns, handshake: Taken, bytes = 0): void {
  handshake.isClosed = true;
  handshake.isRead = false;
  turns.failed(handshake, bytes);
}

function succeed(turns: HandshakeTurns, handshake: Taken): void {
  handshake.isRead = false;
  turns.succeeded(handshake);
}

it('reads four of a company, and the next ones as these end', () => {
  const of = turnsOf();
  const first = takeMany(of(1), 6);
  const ofAnother = takeMany(of(2), 4);

  expect([read(first), read(ofAnother)]).toEqual([
    [0, 1, 2, 3],
    [0, 1, 2, 3],
  ]);

  succeed(of(1), first[0] as Taken);
  fail(of(1), first[1] as Taken);
  expect(read(first)).toEqual([2, 3, 4, 5]);
});

it('lets one that is not over after its turn give way, and reads it again in its next one', () => {
  const of = turnsOf();
  const silent = takeMany(of(1), 4);
  const next = take(of(1), 2);

  jest.advanceTimersByTime(249);
  expect([read(silent), next.isRead]).toEqual([[0, 1, 2, 3], false]);
  jest.advanceTimersByTime(1);
  expect(next.isRead).toBe(true);

  succeed(of(1), next);
  expect(read(silent)).toHaveLength(4);
});

it('reads an endpoint that used a turn in vain after others, until it comes to a connection', () => {
  const of = turnsOf();
  fail(of(1), take(of(1), 1));
  const first = takeMany(of(1), 4, 9);
  const [bad, good] = [take(of(1), 1), take(of(1), 2)];
  succeed(of(1), first[0] as Taken);
  expect([bad.isRead, good.isRead]).toEqual([false, true]);

  succeed(of(1), first[1] as Taken);
  succeed(of(1), bad);
  take(of(1), 9);
  const [again, other] = [take(of(1), 1), take(of(1), 2)];
  succeed(of(1), first[2] as Taken);
  expect([again.isRead, other.isRead]).toEqual([true, false]);
});

it('reads nobody of a company after a handshake in vain, the longer the more was sent', () => {
  const of = turnsOf();
  const first = takeMany(of(1), 3);
  fail(of(1), first[0] as Taken, 8 * 1_024);
  fail(of(1), first[1] as Taken, 2 * 1_024);

  const next = take(of(1));

  expect(take(of(2)).isRead).toBe(true);
  jest.advanceTimersByTime(499);
  expect([read(first), next.isRead]).toEqual([[], false]);
  jest.advanceTimersByTime(1);
  expect([read(first), next.isRead]).toEqual([[2], true]);
});

it('reads a healthy endpoint within a second, whatever others have sent in vain', () => {
  const of = turnsOf();
  const bad = takeMany(of(1), 16, 1);
  fail(of(1), bad[0] as Taken, 100 * 1_024);
  const healthy = takeMany(of(1), 4, 2);
  jest.advanceTimersByTime(999);
  expect([read(bad), read(healthy)]).toEqual([[], []]);
  jest.advanceTimersByTime(1);
  expect([read(bad), read(healthy)]).toEqual([[], [0, 1, 2, 3]]);
});

it('does not read what is over by then', () => {
  const of = turnsOf();
  const first = takeMany(of(1), 4);
  const over = take(of(1));
  const other = take(of(1));
  over.isClosed = true;

  succeed(of(1), first[0] as Taken);

  expect([over.isRead, other.isRead]).toEqual([false, true]);
});
