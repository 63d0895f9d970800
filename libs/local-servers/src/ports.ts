import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { LocalServerError } from './local-server-error';
import { until } from './processes';

// Below the range from which systems take the ports of outgoing connections, so that a server which
// is restarted finds its port as it left it.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** A port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
  throw new LocalServerError(`No free port between ${FIRST_PORT} and ${LAST_PORT} on 127.0.0.1.`);
}

/** So many, each another. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Refuses a port on which something else listens; one that is just being given up gets a moment. */
export async function requireFree(port: number): Promise<void> {
  if (!(await until(() => isFree(port), 1_000))) {
    throw new LocalServerError(`Port ${port} of 127.0.0.1 is in use.`);
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () =>
      probe.close(() => resolve(true)),
    );
  });
