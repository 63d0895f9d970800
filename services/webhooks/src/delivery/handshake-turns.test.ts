import { handshakeTurns, type Handshake, type HandshakeTurns } from './handshake-turns';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

/** By a clock that runs only while something is processed, and as time is let pass. */
const turnsOf = () => handshakeTurns(() => Date.now());

interface Processing {
  readonly endpointId: number;
  readonly takesMs?: number;
  readonly isConnected?: boolean;
}

interface Taken extends Handshake {
  /** How often something of it was processed. */
  turns: number;
  isClosed: boolean;
}

/** What a receiver has sent in a handshake comes to its turn. */
function take(
  turns: HandshakeTurns,
  { endpointId, takesMs = 1, isConnected = true }: Processing,
): Taken {
  const handshake: Taken = {
    endpointId,
    turns: 0,
    isClosed: false,
    isOver: () => handshake.isClosed,
    process() {
      handshake.turns += 1;
      jest.setSystemTime(Date.now() + takesMs);
      return isConnected;
    },
  };
  turns.take(handshake);
  return handshake;
}

const turns = (...handshakes: readonly Taken[]): number[] => handshakes.map((each) => each.turns);

it('processes what has come for a company at once, and what comes next as long after it as it took', () => {
  const of = turnsOf();
  const [first, second] = [1, 2].map((endpointId) => take(of(1), { endpointId, takesMs: 4 }));
  const third = take(of(1), { endpointId: 3 });
  const ofAnother = take(of(2), { endpointId: 4 });
  const all = () => turns(first as Taken, second as Taken, third, ofAnother);
  expect(all()).toEqual([1, 0, 0, 1]);

  jest.advanceTimersByTime(3);
  expect(all()).toEqual([1, 0, 0, 1]);
  jest.advanceTimersByTime(1);
  expect(all()).toEqual([1, 1, 0, 1]);
  jest.advanceTimersByTime(4);
  expect(all()).toEqual([1, 1, 1, 1]);
});

/** When the next handshake of the company has its turn. */
function nextTurnAfterMs(of: ReturnType<typeof turnsOf>): number {
  const next = take(of(1), { endpointId: 99 });
  let waitedMs = 0;
  for (; next.turns === 0; waitedMs += 1) jest.advanceTimersByTime(1);
  return waitedMs;
}

it('processes for a company nothing for ten times as long as what has failed', () => {
  const of = turnsOf();
  of(1).failed(take(of(1), { endpointId: 1, takesMs: 4, isConnected: false }));

  expect(nextTurnAfterMs(of)).toBe(40);
});

it('leaves as much to others for a handshake that fails later, on its first turn and the next', () => {
  const of = turnsOf();
  const failing = take(of(1), { endpointId: 1, takesMs: 4, isConnected: false });
  jest.advanceTimersByTime(1_000);
  of(1).take(failing);
  jest.advanceTimersByTime(1_000);
  of(1).failed(failing);

  // Of its eight, what is above the usual five has been left to others already.
  expect(nextTurnAfterMs(of)).toBe(9 * 5);
});

it('leaves ten times as much to others for what takes longer than usual, before it is known to fail', () => {
  const of = turnsOf();
  take(of(1), { endpointId: 1, takesMs: 25, isConnected: false });

  expect(nextTurnAfterMs(of)).toBe(25 + 9 * 20);
});

it('leaves nothing more to others for what failed before anything of it was processed', () => {
  const of = turnsOf();
  take(of(1), { endpointId: 1, takesMs: 4 });
  const unprocessed = take(of(1), { endpointId: 2 });
  unprocessed.isClosed = true;
  of(1).failed(unprocessed);

  expect(nextTurnAfterMs(of)).toBe(4);
});

it('processes what comes from endpoints in good order each second, however much has failed', () => {
  const of = turnsOf();
  take(of(1), { endpointId: 99 });
  jest.advanceTimersByTime(1);
  of(1).failed(take(of(1), { endpointId: 1, takesMs: 500, isConnected: false }));
  const failing = take(of(1), { endpointId: 1, isConnected: false });
  const unknown = take(of(1), { endpointId: 2, isConnected: false });

  expect(nextTurnAfterMs(of)).toBe(1_000);
  expect(nextTurnAfterMs(of)).toBe(1_000);
  expect(turns(unknown, failing)).toEqual([0, 0]);
  // What the two took is owed as well.
  jest.advanceTimersByTime(3_001);
  expect(turns(unknown, failing)).toEqual([0, 0]);
  jest.advanceTimersByTime(1);
  expect(turns(unknown, failing)).toEqual([1, 0]);
});

it('forgets after a minute what is owed, however much it was', () => {
  const of = turnsOf();
  of(1).failed(take(of(1), { endpointId: 1, takesMs: 500_000, isConnected: false }));

  expect(nextTurnAfterMs(of)).toBe(60_000);
});

it('processes all that has come for a handshake in one turn, and what comes later in another', () => {
  const of = turnsOf();
  take(of(1), { endpointId: 1 });
  const handshake = take(of(1), { endpointId: 2 });
  of(1).take(handshake);
  jest.advanceTimersByTime(10_000);
  expect(turns(handshake)).toEqual([1]);

  of(1).take(handshake);
  expect(turns(handshake)).toEqual([2]);
});

it('processes first what comes from endpoints that were connected last time, and last those that were not', () => {
  const of = turnsOf();
  of(1).failed(take(of(1), { endpointId: 1, isConnected: false }));
  jest.advanceTimersByTime(10);
  take(of(1), { endpointId: 2 });
  const [bad, unknown, good] = [1, 3, 2].map((endpointId) => take(of(1), { endpointId }));
  const all = () => turns(bad as Taken, unknown as Taken, good as Taken);

  jest.advanceTimersByTime(1);
  expect(all()).toEqual([0, 0, 1]);
  jest.advanceTimersByTime(1);
  expect(all()).toEqual([0, 1, 1]);
  jest.advanceTimersByTime(1);
  expect(all()).toEqual([1, 1, 1]);
});

it('ends one handshake before it begins the next', () => {
  const of = turnsOf();
  take(of(1), { endpointId: 1 });
  const [one, other] = [2, 3].map((endpointId) =>
    take(of(1), { endpointId, isConnected: false }),
  ) as [Taken, Taken];
  jest.advanceTimersByTime(1);
  // What its receiver answers to what was processed.
  of(1).take(one);

  jest.advanceTimersByTime(1);
  expect(turns(one, other)).toEqual([2, 0]);
  jest.advanceTimersByTime(1);
  expect(turns(one, other)).toEqual([2, 1]);
});

it('has the endpoints of one kind in the order in which they came', () => {
  const of = turnsOf();
  take(of(1), { endpointId: 1 });
  const all = [2, 3, 4].map((endpointId) => take(of(1), { endpointId }));

  const seen: number[][] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    jest.advanceTimersByTime(1);
    seen.push(turns(...all));
  }
  expect(seen).toEqual([
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
  ]);
});

it('processes what has waited longest at each fourth turn, whoever comes first', () => {
  const of = turnsOf();
  const good = take(of(1), { endpointId: 1 });
  const unknown = take(of(1), { endpointId: 2 });

  // It closes each connection, and so has another handshake at once.
  for (let turn = 0; turn < 4; turn += 1) {
    of(1).take(good);
    jest.advanceTimersByTime(1);
  }
  expect(turns(good, unknown)).toEqual([4, 1]);
});

it('processes nothing of what is over by then', () => {
  const of = turnsOf();
  take(of(1), { endpointId: 1 });
  const [over, other] = [2, 3].map((endpointId) => take(of(1), { endpointId }));
  (over as Taken).isClosed = true;

  jest.advanceTimersByTime(1);

  expect(turns(over as Taken, other as Taken)).toEqual([0, 1]);
});

it('gives no turn to what is over already, though nobody else waits', () => {
  const turnsOfCompany = turnsOf()(1);
  const handshake = take(turnsOfCompany, { endpointId: 1, takesMs: 4 });
  jest.advanceTimersByTime(4);
  handshake.isClosed = true;

  turnsOfCompany.take(handshake);

  expect(handshake.turns).toBe(1);
});
