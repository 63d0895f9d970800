import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { LocalServerError } from './local-server-error';
import { until } from './processes';

// Below the range from which systems take the ports of outgoing connections, so that a server which
// is restarted finds its port as it left it.
const FIRST_PORT = 20_000;
const BLOCKS = 600;
const BLOCK_SIZE = 20;

/** Of the blocks that are this process's own. */
let unused: number[] = [];

/**
 * A port of 127.0.0.1 on which nothing listens, and which no other process is given while this one lives:
 * what is about to be started binds it only seconds later.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = unused.pop();
    if (port === undefined) unused = await ownBlock();
    else if (await isFree(port)) return port;
  }
  throw noFreePort();
}

/** That many ports, no two of them the same. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

/** Refuses a port on which something else listens; one that is just being given up gets a moment. */
export async function requireFree(port: number): Promise<void> {
  if (!(await until(() => isFree(port), 1_000))) {
    throw new LocalServerError(`Port ${port} of 127.0.0.1 is in use.`);
  }
}

/** Ports in a row that are this process's own, because it listens on the one before them. */
async function ownBlock(): Promise<number[]> {
  for (let tries = 0; tries < 100; tries += 1) {
    const first = FIRST_PORT + BLOCK_SIZE * randomInt(BLOCKS);
    const guard = createServer((socket) => socket.destroy());
    if (!(await listens(guard, first))) continue;
    guard.unref();
    return Array.from({ length: BLOCK_SIZE - 1 }, (_, at) => first + at + 1);
  }
  throw noFreePort();
}

const noFreePort = (): LocalServerError =>
  new LocalServerError(`No free port from ${FIRST_PORT} upwards on 127.0.0.1.`);

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  if (!(await listens(probe, port))) return false;
  await new Promise((resolve) => probe.close(resolve));
  return true;
}

/** Whether the server could be bound to the port. */
const listens = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(true));
  });
