import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { LocalServerError } from './local-server-error';
import { waitUntil } from './processes';

// Below the ephemeral ports, so that a restarted server finds its port free.
const FIRST_PORT = 20_000;
const BLOCKS = 600;
const BLOCK_SIZE = 20;

let unused: number[] = [];

/**
 * Returns a free port of 127.0.0.1 that no other process is given while this one lives, since servers bind
 * it only seconds later.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = unused.pop();
    if (port === undefined) unused = await reserveBlock();
    else if (await isFree(port)) return port;
  }
  throw noFreePort();
}

export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await findFreePort());
  return ports;
}

/** Waits up to a second for a port that is being released. */
export async function requireFreePort(port: number): Promise<void> {
  if (!(await waitUntil(() => isFree(port), 1_000))) {
    throw new LocalServerError(`Port ${port} of 127.0.0.1 is in use.`);
  }
}

async function reserveBlock(): Promise<number[]> {
  for (let tries = 0; tries < 100; tries += 1) {
    const first = FIRST_PORT + BLOCK_SIZE * randomInt(BLOCKS);
    const guard = createServer((socket) => socket.destroy());
    if (!(await canListen(guard, first))) continue;
    guard.unref();
    return Array.from({ length: BLOCK_SIZE - 1 }, (_, at) => first + at + 1);
  }
  throw noFreePort();
}

const noFreePort = (): LocalServerError =>
  new LocalServerError(`No free port from ${FIRST_PORT} upwards on 127.0.0.1.`);

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  if (!(await canListen(probe, port))) return false;
  await new Promise((resolve) => probe.close(resolve));
  return true;
}

const canListen = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(true));
  });
