import { openConnection, type Connection, type ConnectionSettings } from './connection';

/** Where a connection leads, and the endpoint for which alone it is used. */
export interface Destination {
  readonly endpointId: number;
  readonly url: URL;
}

/** Connections to receivers. They are kept between requests, for a while. */
export interface Connections {
  /** The endpoint's that was used last and is idle. */
  idle(destination: Destination): Connection | undefined;
  fresh(destination: Destination): Connection;
  close(): void;
}

/** Each takes a file descriptor here and a place at somebody's server. */
const KEPT_AT_MOST = 1_024;

/** An endpoint whose address was changed has nothing to do with where it was before. */
const keyOf = ({ endpointId, url }: Destination): string => `${endpointId} ${url.origin}`;

// The engine bounds what a host gets at once: a request waits for no connection, for its time runs.
export function keepConnections(
  settings: ConnectionSettings,
  keptAtMost = KEPT_AT_MOST,
): Connections {
  const open = new Set<Connection>();
  const idle = new Map<string, Connection[]>();
  /** The key of each that is idle, the longest idle first. */
  const kept = new Map<Connection, string>();

  function keep(connection: Connection, key: string): void {
    const others = idle.get(key);
    if (others) others.push(connection);
    else idle.set(key, [connection]);
    kept.set(connection, key);
    const [longest] = kept;
    if (!longest || kept.size <= keptAtMost) return;
    forget(...longest);
    longest[0].close();
  }

  function forget(connection: Connection, key: string): void {
    kept.delete(connection);
    const others = idle.get(key)?.filter((other) => other !== connection) ?? [];
    if (others.length > 0) idle.set(key, others);
    else idle.delete(key);
  }

  return {
    idle(destination) {
      const connection = idle.get(keyOf(destination))?.pop();
      if (connection) kept.delete(connection);
      return connection;
    },

    fresh(destination) {
      const key = keyOf(destination);
      const connection = openConnection(destination.url, settings, {
        onIdle: (each) => keep(each, key),
        onClose(each) {
          open.delete(each);
          forget(each, key);
        },
      });
      open.add(connection);
      return connection;
    },

    close() {
      for (const connection of open) connection.close();
    },
  };
}
