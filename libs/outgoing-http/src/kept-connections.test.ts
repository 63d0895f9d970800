import type { ReceiverConnection } from './connection';
import { createKeptConnections, type KeptConnections } from './kept-connections';

interface Kept extends ReceiverConnection {
  readonly isClosed: () => boolean;
}

function givenKept(kept: KeptConnections, owner: string): Kept {
  let isClosed = false;
  const connection: Kept = {
    connected: Promise.resolve(),
    exchange: () => Promise.reject(new Error('Nothing is sent here.')),
    isReusable: () => true,
    checkSize: () => undefined,
    close() {
      isClosed = true;
      kept.remove(connection);
    },
    isClosed: () => isClosed,
  };
  kept.keep(owner, connection);
  return connection;
}

it("returns the owner's connection that was used last, and each once", () => {
  const kept = createKeptConnections(9);
  const first = givenKept(kept, 'one');
  const second = givenKept(kept, 'one');

  expect(kept.take('one')).toBe(second);
  expect(kept.take('one')).toBe(first);
  expect(kept.take('one')).toBeUndefined();

  kept.keep('one', first);
  expect(kept.take('one')).toBe(first);
});

it('returns it to no other owner', () => {
  const kept = createKeptConnections(9);
  givenKept(kept, 'one');

  expect(kept.take('two')).toBeUndefined();
});

it('closes the one that has been idle longest beyond the limit, whoever owns it', () => {
  const kept = createKeptConnections(2);
  const first = givenKept(kept, 'one');
  const second = givenKept(kept, 'two');
  kept.take('one');
  kept.keep('one', first);

  const third = givenKept(kept, 'three');

  expect([first, second, third].map((each) => each.isClosed())).toEqual([false, true, false]);
  expect(kept.take('two')).toBeUndefined();
  expect(kept.take('one')).toBe(first);
  expect(kept.take('three')).toBe(third);
});

it('closes none for those that are in use', () => {
  const kept = createKeptConnections(2);
  const first = givenKept(kept, 'one');
  kept.take('one');

  const others = [givenKept(kept, 'two'), givenKept(kept, 'three')];

  expect([first, ...others].map((each) => each.isClosed())).toEqual([false, false, false]);
});

it('does not return one that was closed while it was idle', () => {
  const kept = createKeptConnections(9);
  const first = givenKept(kept, 'one');
  givenKept(kept, 'one').close();

  expect(kept.take('one')).toBe(first);
  expect(kept.take('one')).toBeUndefined();
});
