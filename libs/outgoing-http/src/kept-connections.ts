import type { ReceiverConnection } from './connection';

/** Idle connections. Each serves one owner only. */
export interface KeptConnections {
  /** Most recently used first. */
  take(owner: string): ReceiverConnection | undefined;
  keep(owner: string, connection: ReceiverConnection): void;
  remove(owner: string, connection: ReceiverConnection): void;
}

export function createKeptConnections(max: number): KeptConnections {
  const idle = new Map<string, ReceiverConnection[]>();
  /** Longest idle first. */
  const owners = new Map<ReceiverConnection, string>();

  function remove(owner: string, connection: ReceiverConnection): void {
    owners.delete(connection);
    const others = idle.get(owner)?.filter((other) => other !== connection) ?? [];
    if (others.length > 0) idle.set(owner, others);
    else idle.delete(owner);
  }

  return {
    take(owner) {
      const connection = idle.get(owner)?.at(-1);
      if (connection) remove(owner, connection);
      return connection;
    },
    keep(owner, connection) {
      idle.set(owner, [...(idle.get(owner) ?? []), connection]);
      owners.set(connection, owner);
      const [longest] = owners.keys();
      if (owners.size > max) longest?.close();
    },
    remove,
  };
}
