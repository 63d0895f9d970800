import { createSecureContext } from 'node:tls';
import type { Connection, ConnectionListener } from './connection';
import { keepConnections, type Destination } from './connections';

const destination = (endpointId: number, url = 'https://hooks.example.com/a'): Destination => ({
  companyId: 1,
  endpointId,
  url: new URL(url),
});

/** A connection that is idle when the test says so, and ends when it is closed. */
interface Opened extends Connection {
  becomeIdle(): void;
  readonly isClosed: () => boolean;
}

function kept(atMost?: number) {
  const opened: Opened[] = [];
  const open = (_url: URL, _settings: unknown, listener: ConnectionListener): Connection => {
    let isClosed = false;
    const connection: Opened = {
      exchange: () => Promise.reject(new Error('Nothing is sent here.')),
      close() {
        isClosed = true;
        listener.onClose(connection);
      },
      becomeIdle: () => listener.onIdle(connection),
      isClosed: () => isClosed,
    };
    opened.push(connection);
    return connection;
  };
  const settings = { lookupOf: () => () => undefined, security: createSecureContext() };
  const connections = keepConnections(settings, atMost, open);
  return {
    connections,
    /** A new connection to a destination, which is idle. */
    given(to: Destination): Opened {
      connections.fresh(to);
      const connection = opened.at(-1) as Opened;
      connection.becomeIdle();
      return connection;
    },
  };
}

it("uses the endpoint's idle connection that was used last, and each for one request at a time", () => {
  const { connections, given } = kept();
  const first = given(destination(1));
  const second = given(destination(1));

  expect(connections.idle(destination(1))).toBe(second);
  expect(connections.idle(destination(1))).toBe(first);
  expect(connections.idle(destination(1))).toBeUndefined();

  first.becomeIdle();
  expect(connections.idle(destination(1))).toBe(first);
});

it('uses it for no other endpoint, not even at the same address', () => {
  const { connections, given } = kept();
  given(destination(1));

  expect(connections.idle(destination(2))).toBeUndefined();
});

it.each(['https://hooks.example.com/b', 'https://other.example.com/a'])(
  'does not use it once the address has changed to %s',
  (url) => {
    const { connections, given } = kept();
    given(destination(1));

    expect(connections.idle(destination(1, url))).toBeUndefined();
  },
);

it('closes the one that has been idle longest beyond the limit, of whichever endpoint', () => {
  const { connections, given } = kept(2);
  const first = given(destination(1));
  const second = given(destination(2));
  connections.idle(destination(1));
  first.becomeIdle();

  const third = given(destination(3));

  expect([first, second, third].map((each) => each.isClosed())).toEqual([false, true, false]);
  expect(connections.idle(destination(2))).toBeUndefined();
  expect(connections.idle(destination(1))).toBe(first);
  expect(connections.idle(destination(3))).toBe(third);
});

it('closes none for those that are in use', () => {
  const { connections, given } = kept(2);
  const first = given(destination(1));
  connections.idle(destination(1));

  const others = [given(destination(2)), given(destination(3))];

  expect([first, ...others].map((each) => each.isClosed())).toEqual([false, false, false]);
});

it('does not use one that was closed while it was idle', () => {
  const { connections, given } = kept();
  const first = given(destination(1));
  const second = given(destination(1));

  second.close();

  expect(connections.idle(destination(1))).toBe(first);
  expect(connections.idle(destination(1))).toBeUndefined();
});

it('closes all in the end, those that are in use, too', () => {
  const { connections, given } = kept();
  const all = [given(destination(1)), given(destination(2))];
  connections.idle(destination(1));

  connections.close();

  expect(all.map((each) => each.isClosed())).toEqual([true, true]);
});
