import { quantile } from '../quantile';
import { openLoadConnection, type LoadConnection } from './connection';

export interface RequestLoad {
  readonly port: number;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string | readonly string[];
  readonly headers: Headers;
  /** One body, or several that each connection sends in turn. */
  readonly body?: string | readonly string[];
  readonly connections: number;
  readonly until: { readonly seconds: number } | { readonly requests: number };
  /** Requests per second; absent for as many as possible. */
  readonly rate?: number;
}

type Headers = Readonly<Record<string, string>>;

export interface LoadResult {
  readonly answered: number;
  readonly elapsedMs: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const TICK_MS = 2;

/** A response other than 2xx, or a lost connection, fails the load. */
export async function runLoad(load: RequestLoad): Promise<LoadResult> {
  let fail: (error: Error) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => (fail = reject));
  const workers = await Promise.all(
    Array.from({ length: load.connections }, async (_, index): Promise<Worker> => {
      const path = inTurn(load.path, index) ?? '';
      const connection = await openLoadConnection(load.port, (error) => fail(error));
      const bodies = load.body === undefined ? [undefined] : [load.body].flat();
      const requests = bodies.map((body) => requestOf(load, path, body));
      return { connection, path, requests, sent: 0 };
    }),
  );
  const latencies: number[] = [];
  const sendOn = (worker: Worker, done: () => void): void => {
    const { connection, path, requests } = worker;
    const request = requests[worker.sent % requests.length];
    if (!request) return;
    worker.sent += 1;
    const sentAt = performance.now();
    connection.send(request, (status) => {
      latencies.push(performance.now() - sentAt);
      if (status >= 200 && status < 300) done();
      else fail(new Error(`${load.method} ${path} on port ${load.port} answered ${status}.`));
    });
  };

  const startedAt = performance.now();
  const isOver = (sent: number): boolean =>
    'seconds' in load.until
      ? performance.now() - startedAt >= load.until.seconds * 1_000
      : sent >= load.until.requests;
  const send = load.rate === undefined ? sendFreely : sendAtRate(load.rate);
  try {
    await Promise.race([failure, send(workers, sendOn, isOver)]);
  } finally {
    for (const { connection } of workers) connection.close();
  }
  return summary(latencies, performance.now() - startedAt);
}

interface Worker {
  readonly connection: LoadConnection;
  readonly path: string;
  readonly requests: readonly Buffer[];
  sent: number;
}

function inTurn<Value>(given: Value | readonly Value[], index: number): Value | undefined {
  const values = [given].flat() as readonly Value[];
  return values[index % values.length];
}

function requestOf(
  { method, port, headers }: RequestLoad,
  path: string,
  body: string | undefined,
): Buffer {
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
  workers: readonly Worker[],
  sendOn: (worker: Worker, done: () => void) => void,
  isOver: (sent: number) => boolean,
) => Promise<unknown>;

const sendFreely: Send = (workers, sendOn, isOver) => {
  let sent = 0;
  const loop = (worker: Worker): Promise<void> =>
    new Promise((resolve) => {
      const next = (): void => {
        if (isOver(sent)) return resolve();
        sent += 1;
        sendOn(worker, next);
      };
      next();
    });
  return Promise.all(workers.map(loop));
};

const sendAtRate =
  (rate: number): Send =>
  (workers, sendOn, isOver) =>
    new Promise((resolve) => {
      const free = [...workers];
      const startedAt = performance.now();
      let sent = 0;
      const timer = setInterval(() => {
        const due = ((performance.now() - startedAt) / 1_000) * rate;
        while (sent < due && free.length > 0 && !isOver(sent)) {
          const worker = free.shift();
          if (!worker) break;
          sent += 1;
          sendOn(worker, () => free.push(worker));
        }
        if (!isOver(sent) || free.length < workers.length) return;
        clearInterval(timer);
        resolve(undefined);
      }, TICK_MS);
    });

const summary = (latencies: readonly number[], elapsedMs: number): LoadResult => ({
  answered: latencies.length,
  elapsedMs,
  perSecond: (latencies.length / elapsedMs) * 1_000,
  p50Ms: quantile(latencies, 0.5),
  p99Ms: quantile(latencies, 0.99),
});
