import type { LookupFunction } from 'node:net';
import { openConnection, type Connection, type ConnectionSettings } from './connection';
import { handshakeTurns } from './handshake-turns';

/** The address of a connection, and the only endpoint for which it is used. */
export interface Destination {
  readonly companyId: number;
  readonly endpointId: number;
  readonly url: URL;
}

export interface ConnectionsSettings extends Pick<ConnectionSettings, 'security'> {
  readonly lookupOf: (companyId: number) => LookupFunction;
}

/** Connections to receivers, which are kept for a while between requests. */
export interface Connections {
  /** The endpoint's idle connection that was used last. */
  idle(destination: Destination): Connection | undefined;
  fresh(destination: Destination): Connection;
  close(): void;
}

/** Each idle connection takes a file descriptor here and a connection of a receiver's server. */
const KEPT_AT_MOST = 1_024;

/** The address is part of the key: an endpoint whose address has changed must not use its old connection. */
const keyOf = ({ endpointId, url }: Destination): string => `${endpointId} ${url.href}`;

// The engine bounds the requests to a host; a request's deadline runs while its handshake waits for its turn.
export function keepConnections(
  { lookupOf, ...settings }: ConnectionsSettings,
  keptAtMost = KEPT_AT_MOST,
  open = openConnection,
): Connections {
  const handshakesOf = handshakeTurns();
  const opened = new Set<Connection>();
  const idle = new Map<string, Connection[]>();
  /** The key of each that is idle, the longest idle first. */
  const kept = new Map<Connection, string>();

  function keep(connection: Connection, key: string): void {
    const others = idle.get(key);
    if (others) others.push(connection);
    else idle.set(key, [connection]);
    kept.set(connection, key);
    const [longest] = kept.keys();
    if (kept.size > keptAtMost) longest?.close();
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
      const connection = open(
        destination.url,
        {
          ...settings,
          lookup: lookupOf(destination.companyId),
          endpointId: destination.endpointId,
          handshakes: handshakesOf(destination.companyId),
        },
        {
          onIdle: (each) => keep(each, key),
          onClose(each) {
            opened.delete(each);
            forget(each, key);
          },
        },
      );
      opened.add(connection);
      return connection;
    },

    close() {
      for (const connection of opened) connection.close();
    },
  };
}
