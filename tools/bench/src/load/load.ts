import { openConnection, type Connection } from './connection';

export interface Load {
  readonly port: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections: number;
  /** How long to send, or how many requests. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
  /** Requests a second; as many as are answered when absent. */
  readonly rate?: number;
}

export interface LoadResult {
  readonly answered: number;
  readonly elapsedMs: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const TICK_MS = 2;

/** Puts a load on a port; an answer other than 2xx, or a lost connection, fails it. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const request = requestOf(load);
  let fail: (error: Error) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => (fail = reject));
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => openConnection(load.port, (e) => fail(e))),
  );
  const latencies: number[] = [];
  const sendOn = (connection: Connection, done: () => void): void => {
    const sentAt = performance.now();
    connection.send(request, (status) => {
      latencies.push(performance.now() - sentAt);
      if (status >= 200 && status < 300) done();
      else fail(new Error(`${load.method} ${load.path} on port ${load.port} answered ${status}.`));
    });
  };

  const startedAt = performance.now();
  const isOver = (sent: number): boolean =>
    'seconds' in load.until
      ? performance.now() - startedAt >= load.until.seconds * 1_000
      : sent >= load.until.requests;
  const send = load.rate === undefined ? sendFreely : sendAtRate(load.rate);
  try {
    await Promise.race([failure, send(connections, sendOn, isOver)]);
  } finally {
    for (const connection of connections) connection.close();
  }
  return summary(latencies, performance.now() - startedAt);
}

function requestOf({ method, path, headers, body, port }: Load): Buffer {
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    ...headers,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n'));
}

type Send = (
  connections: readonly Connection[],
  sendOn: (connection: Connection, done: () => void) => void,
  isOver: (sent: number) => boolean,
) => Promise<unknown>;

/** Every connection sends its next request when it has an answer to the last one. */
const sendFreely: Send = (connections, sendOn, isOver) => {
  let sent = 0;
  const loop = (connection: Connection): Promise<void> =>
    new Promise((resolve) => {
      const next = (): void => {
        if (isOver(sent)) return resolve();
        sent += 1;
        sendOn(connection, next);
      };
      next();
    });
  return Promise.all(connections.map(loop));
};

/** Requests leave at a constant rate, each on a connection that is free. */
const sendAtRate =
  (rate: number): Send =>
  (connections, sendOn, isOver) =>
    new Promise((resolve) => {
      const free = [...connections];
      const startedAt = performance.now();
      let sent = 0;
      const timer = setInterval(() => {
        const due = ((performance.now() - startedAt) / 1_000) * rate;
        while (sent < due && free.length > 0 && !isOver(sent)) {
          const connection = free.shift();
          if (!connection) break;
          sent += 1;
          sendOn(connection, () => free.push(connection));
        }
        if (!isOver(sent) || free.length < connections.length) return;
        clearInterval(timer);
        resolve(undefined);
      }, TICK_MS);
    });

function summary(latencies: number[], elapsedMs: number): LoadResult {
  const sorted = latencies.sort((one, other) => one - other);
  const share = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return {
    answered: sorted.length,
    elapsedMs,
    perSecond: (sorted.length / elapsedMs) * 1_000,
    p50Ms: share(0.5),
    p99Ms: share(0.99),
  };
}
