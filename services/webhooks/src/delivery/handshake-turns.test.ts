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
  const [first, second] = [1, 2].map((endpointId) => take(of(1), { endpointId, takesMs: 8 }));
  const third = take(of(1), { endpointId: 3 });
  const ofAnother = take(of(2), { endpointId: 4 });
  const all = () => turns(first as Taken, second as Taken, third, ofAnother);
  expect(all()).toEqual([1, 0, 0, 1]);

  jest.advanceTimersByTime(7);
  expect(all()).toEqual([1, 0, 0, 1]);
  jest.advanceTimersByTime(1);
  expect(all()).toEqual([1, 1, 0, 1]);
  jest.advanceTimersByTime(8);
  expect(all()).toEqual([1, 1, 1, 1]);
});

it('processes for a company nothing for ten times as long as what has led to no connection', () => {
  const of = turnsOf();
  take(of(1), { endpointId: 1, takesMs: 8, isConnected: false });
  const next = take(of(1), { endpointId: 2 });

  jest.advanceTimersByTime(79);
  expect(turns(next)).toEqual([0]);
  jest.advanceTimersByTime(1);
  expect(turns(next)).toEqual([1]);
});

it('processes for a company something each second, however long it takes', () => {
  const of = turnsOf();
  take(of(1), { endpointId: 1, takesMs: 500, isConnected: false });
  const next = take(of(1), { endpointId: 2 });

  jest.advanceTimersByTime(999);
  expect(turns(next)).toEqual([0]);
  jest.advanceTimersByTime(1);
  expect(turns(next)).toEqual([1]);
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

it('processes nothing of what is over by then', () => {
  const of = turnsOf();
  take(of(1), { endpointId: 1 });
  const [over, other] = [2, 3].map((endpointId) => take(of(1), { endpointId }));
  (over as Taken).isClosed = true;

  jest.advanceTimersByTime(1);

  expect(turns(over as Taken, other as Taken)).toEqual([0, 1]);
});
