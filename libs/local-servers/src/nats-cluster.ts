import { join } from 'node:path';
import type { RestartableServer } from './local-server';
import { endNats, startNats, type NatsOptions } from './nats';
import { findFreePorts } from './ports';

export interface NatsClusterOptions extends Pick<NatsOptions, 'bin' | 'dir' | 'users'> {
  readonly routePassword: string;
}

/** JetStream needs a majority, so three nodes survive the loss of one. */
const NODES = ['1', '2', '3'];

export async function startNatsCluster({
  dir,
  routePassword,
  ...options
}: NatsClusterOptions): Promise<RestartableServer[]> {
  const ports = await findFreePorts(2 * NODES.length);
  const routePorts = ports.slice(0, NODES.length);
  const starting = NODES.map(async (number, at): Promise<RestartableServer> => {
    const [routePort = 0, port = 0] = [routePorts[at], ports[NODES.length + at]];
    const node = { name: `node-${number}`, routePort, routePorts, routePassword };
    const start = () => startNats({ ...options, dir: join(dir, number), port, node });
    return { first: await start(), restart: start };
  });
  try {
    return await Promise.all(starting);
  } catch (error) {
    const outcomes = await Promise.allSettled(starting);
    const running = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.first] : [],
    );
    await Promise.all(running.map((server) => server.stop()));
    throw error;
  }
}

export async function endNatsCluster(dir: string): Promise<void> {
  await Promise.all(NODES.map((number) => endNats(join(dir, number))));
}
