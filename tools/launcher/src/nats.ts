import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import {
  findNatsServer,
  isNatsReady,
  LocalServerError,
  startNats,
  startNatsCluster,
  userUrl,
  type DatabaseSchema,
  type NatsUser,
  type RestartableServer,
} from '@svc/local-servers';
import { copyUnreadEvents, prepareStream } from '@svc/messaging';
import type { ServersOptions } from './servers-options';

export interface Nats {
  readonly nats: {
    /** First node; includes administrator credentials if embedded. */
    readonly url: string;
    /** Present if several nodes are embedded. */
    readonly nodes?: readonly { readonly name: string; readonly url: string }[];
  };
  natsVariables(schema: DatabaseSchema): Readonly<Record<string, string>>;
}

interface Layout {
  readonly folder: 'nats' | 'nats-cluster';
  readonly copies: number;
}

const ALONE: Layout = { folder: 'nats', copies: 1 };
const CLUSTER: Layout = { folder: 'nats-cluster', copies: 3 };

export async function prepareNats(options: ServersOptions): Promise<Nats> {
  const { folder, secrets, settings, replicas, report, signal, started } = options;
  const configured = settings.natsUrl;
  if (configured) {
    return { nats: { url: configured }, natsVariables: () => ({ NATS_URL: configured }) };
  }
  const bin = await findNatsServer(options.search);
  const start = async ({ folder: name }: Layout): Promise<RestartableServer[]> => {
    const own = { bin, dir: folder.pathOf(name), users: secrets.natsPasswords };
    if (name === 'nats-cluster') {
      return startNatsCluster({ ...own, routePassword: secrets.natsRoutePassword });
    }
    const first = await startNats(own);
    return [{ first, restart: () => startNats({ ...own, port: first.port }) }];
  };
  const urlsOf = (nodes: readonly RestartableServer[], user: NatsUser): string[] =>
    nodes.map(({ first }) => userUrl(first.url, user, secrets.natsPasswords[user]));

  const [layout, former] = replicas > 1 ? [CLUSTER, ALONE] : [ALONE, CLUSTER];
  const nodes = await start(layout);
  const names = nodes.map((_, at) => (at === 0 ? 'NATS' : `NATS-${at + 1}`));
  nodes.forEach((node, at) => started(names[at] ?? '', node));
  const servers = urlsOf(nodes, 'administrator');
  const prepare = () => prepareStream({ servers, replicas: layout.copies, timeoutMs: ANSWER_MS });
  await retryUntilStarted(prepare, signal);
  if (existsSync(folder.pathOf(former.folder))) await takeOver();
  report('NATS is ready');

  /** Moves unread events from a run with another number of nodes. */
  async function takeOver(): Promise<void> {
    report(`Looking for unread events in ${folder.pathOf(former.folder)}`);
    const before = await start(former);
    try {
      const from = urlsOf(before, 'administrator');
      const events = await retryUntilStarted(async () => {
        await prepareStream({ servers: from, replicas: former.copies, timeoutMs: ANSWER_MS });
        return copyUnreadEvents({ from, to: servers, signal });
      }, signal);
      report(`Moved ${events} unread events`);
    } finally {
      await Promise.all(before.map(({ first }) => first.stop()));
    }
    folder.remove(former.folder);
  }

  return {
    nats: {
      url: servers[0] ?? '',
      ...(nodes.length > 1 && {
        nodes: servers.map((url, at) => ({ name: names[at] ?? '', url })),
      }),
    },
    natsVariables: (schema) => ({
      NATS_URL: urlsOf(nodes, schema).join(','),
      NATS_REPLICAS: String(layout.copies),
    }),
  };
}

/** New nodes do not respond until they have elected a leader. */
const ANSWER_MS = 2_000;
const START_MS = 45_000;
const TRY_AGAIN_MS = 250;

async function retryUntilStarted<Result>(
  attempt: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) {
        throw new LocalServerError(`NATS did not start: ${(error as Error).message}`);
      }
    }
    await pause(TRY_AGAIN_MS);
  }
}

const DEFAULT_NATS_PORT = 4222;
const HAS_SCHEME = /^\w+:\/\//;

/** @throws if no configured server responds */
export async function requireNats(servers: string): Promise<void> {
  const addresses = servers.split(/\s*,\s*/).map((server) => {
    const { hostname, port } = new URL(HAS_SCHEME.test(server) ? server : `nats://${server}`);
    return { host: hostname, port: Number(port) || DEFAULT_NATS_PORT };
  });
  const found = await Promise.all(addresses.map(isNatsReady));
  if (found.includes(true)) return;
  const list = addresses.map(({ host, port }) => `${host}:${port}`).join(', ');
  throw new LocalServerError(`NATS_URL: no NATS server answers at ${list}.`);
}
