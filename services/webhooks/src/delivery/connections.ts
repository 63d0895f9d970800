import { openConnection, type Connection, type ConnectionSettings } from './connection';

/** Connections to receivers. They are kept between requests, for a while. */
export interface Connections {
  /** The one to a URL's origin that was used last and is idle. */
  idle(url: URL): Connection | undefined;
  fresh(url: URL): Connection;
  close(): void;
}

// The engine bounds what a host gets at once: a request waits for no connection, for its time runs.
export function keepConnections(settings: ConnectionSettings): Connections {
  const open = new Set<Connection>();
  const idle = new Map<string, Connection[]>();

  function fresh(url: URL): Connection {
    const { origin } = url;
    const connection = openConnection(url, settings, {
      onIdle: (each) => {
        const others = idle.get(origin);
        if (others) others.push(each);
        else idle.set(origin, [each]);
      },
      onClose(each) {
        open.delete(each);
        const others = idle.get(origin)?.filter((other) => other !== each) ?? [];
        if (others.length > 0) idle.set(origin, others);
        else idle.delete(origin);
      },
    });
    open.add(connection);
    return connection;
  }

  return {
    idle: (url) => idle.get(url.origin)?.pop(),
    fresh,
    close() {
      for (const connection of open) connection.close();
    },
  };
}
