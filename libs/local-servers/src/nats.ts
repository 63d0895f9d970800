import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LocalServer } from './local-server';
import { LocalServerError } from './local-server-error';
import {
  toAccountName,
  accountsConfiguration,
  userUrl,
  type Accounts,
  type NatsUser,
} from './nats-users';
import { findFreePort, requireFreePort } from './ports';
import { endServer, readGreeting, serverFiles, startServer } from './server-process';
import { findStorageProblem } from './storage-problem';

export interface NatsOptions {
  readonly bin: string;
  readonly dir: string;
  readonly port?: number;
  readonly users: NatsPasswords | TestAccounts;
  readonly node?: NatsNode;
}

export interface NatsNode {
  /** Must not change while the node's streams exist. */
  readonly name: string;
  readonly routePort: number;
  readonly routePorts: readonly number[];
  readonly routePassword: string;
}

export type NatsPasswords = Readonly<Record<NatsUser, string>>;

/** Isolated streams for tests that share a server; each account has all users. */
export interface TestAccounts {
  readonly accounts: readonly string[];
}

export async function startNats({
  bin,
  users,
  node,
  ...options
}: NatsOptions): Promise<LocalServer> {
  const dir = resolve(options.dir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const { config, pidFile } = serverFiles(dir, 'nats');
  await endNats(dir);
  const port = options.port ?? (await findFreePort());
  await requireFreePort(port);
  if (node) await requireFreePort(node.routePort);
  writeFileSync(config, formatConfiguration({ dir, port, pidFile, users, node }), { mode: 0o600 });

  const log = join(dir, 'log');
  const started = await startServer({
    file: bin,
    args: ['-c', config],
    log,
    mark: config,
    isReady: () => isNatsReady({ host: '127.0.0.1', port }),
  });
  if ('pid' in started) return { url: `nats://127.0.0.1:${port}`, port, ...started };
  const storage = findStorageProblem(started.output, dir);
  if (storage) throw new LocalServerError(`NATS did not start: ${storage}`);
  const lines = started.output.split('\n');
  const reason = lines.find((line) => line.includes('[FTL]')) ?? lines.find(Boolean);
  throw new LocalServerError(
    `NATS did not start: ${reason ?? `${bin} cannot be run`} (log: ${log})`,
  );
}

export function accountUrl(url: string, account: string, user: NatsUser): string {
  const name = toUserName(account, user);
  return userUrl(url, name, name);
}

const toUserName = (account: string, user: NatsUser): string => `${account}-${user}`;

/**
 * A ceiling, not a reservation. By default the server allows three quarters of the free disk and rejects
 * streams that might outgrow it.
 */
const MAX_FILE_STORE = '100TB';

interface Configuration extends Pick<NatsOptions, 'dir' | 'users' | 'node'> {
  readonly port: number;
  readonly pidFile: string;
}

const formatConfiguration = ({ dir, port, pidFile, users, node }: Configuration): string =>
  [
    `host: "127.0.0.1"`,
    `port: ${port}`,
    ...(node ? formatCluster(node) : [`server_name: "local"`]),
    `pid_file: ${JSON.stringify(pidFile)}`,
    `jetstream { store_dir: ${JSON.stringify(dir)}, max_file_store: ${MAX_FILE_STORE} }`,
    'accounts {',
    ...('accounts' in users ? users.accounts.map(testAccounts) : [accountsWith(users)]).flatMap(
      accountsConfiguration,
    ),
    '}',
    '',
  ].join('\n');

const ROUTE_USER = 'node';

const formatCluster = ({ name, routePort, routePorts, routePassword }: NatsNode): string[] => [
  `server_name: ${JSON.stringify(name)}`,
  'cluster {',
  '  name: "local"',
  '  host: "127.0.0.1"',
  `  port: ${routePort}`,
  `  authorization { user: ${ROUTE_USER}, password: ${JSON.stringify(routePassword)} }`,
  `  routes: ${JSON.stringify(
    routePorts.map((port) => userUrl(`nats://127.0.0.1:${port}`, ROUTE_USER, routePassword)),
  )}`,
  '}',
];

const accountsWith = (passwords: NatsPasswords): Accounts => ({
  getCredentials: (user) => ({ user, password: JSON.stringify(passwords[user]) }),
  toAccountName,
});

const testAccounts = (account: string): Accounts => ({
  getCredentials: (user) => {
    const name = toUserName(account, user);
    return { user: name, password: JSON.stringify(name) };
  },
  toAccountName: (user) => (user === 'administrator' ? account : toUserName(account, user)),
});

export interface NatsAddress {
  readonly host: string;
  readonly port: number;
}

/** A server that greets has JetStream ready. */
export const isNatsReady = async (address: NatsAddress): Promise<boolean> =>
  (await readGreeting(address)).startsWith('INFO ');

export const endNats = (dir: string): Promise<void> => endServer(dir, 'nats');
