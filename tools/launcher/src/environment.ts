import type { ProcessName } from '@svc/contracts';
import { withoutSecrets } from '@svc/local-servers';
import { secretVariablesOf } from '@svc/trust';
import type { Program } from './programs';
import type { Secrets } from './secrets';
import type { Servers } from './servers';
import { databaseVariable, directDatabaseVariable } from './settings';

/** Where a process listens. */
export interface Listeners {
  readonly port: number;
  readonly metricsPort: number;
  /** The gateway's only. */
  readonly adminPort?: number;
}

export type Placed = Program & {
  /** What tells it from the other replicas of its program; the first has the program's name. */
  readonly label: string;
  readonly listeners: Listeners;
};

export const HOST = '127.0.0.1';

export const addressOf = (port: number): string => `http://${HOST}:${port}`;

export interface Platform {
  readonly all: readonly Placed[];
  readonly servers: Servers;
  readonly secrets: Secrets;
  readonly env: NodeJS.ProcessEnv;
  /** What lets webhooks deliver to the demo company's receiver. */
  readonly receiver: Readonly<Record<string, string>>;
}

/** They ask the gateway's admin listener. */
const ASKING_THE_GATEWAY: readonly ProcessName[] = ['dashboard', 'webhooks'];

/** The environment of one process: its own listeners and database, and where all the others are. */
export function environmentOf(
  { name, listeners }: Placed,
  { all, servers, secrets, env, receiver }: Platform,
): NodeJS.ProcessEnv {
  const { port, metricsPort, adminPort } = listeners;
  const urls = all.map((each) => [
    `${each.name.toUpperCase()}_URL`,
    all
      .filter((other) => other.name === each.name)
      .map((other) => addressOf(other.listeners.port))
      .join(','),
  ]);
  const isReplicated = all.filter((other) => other.name === name).length > 1;
  const adminUrls = all.flatMap(({ listeners: { adminPort: port } }) =>
    port === undefined ? [] : [addressOf(port)],
  );
  return {
    ...withoutSecrets(env),
    ...secretsOf(name, env),
    ...Object.fromEntries(urls),
    HOST,
    METRICS_HOST: HOST,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    ...(adminPort !== undefined && {
      ADMIN_HOST: HOST,
      ADMIN_PORT: String(adminPort),
      ADMIN_TOKEN: secrets.adminToken,
    }),
    // The other replicas are used while one is replaced, as in `deploy`.
    DRAIN_SECONDS: env['DRAIN_SECONDS'] ?? (isReplicated ? '5' : '0'),
    [databaseVariable(name)]: servers.databaseUrl(name),
    [directDatabaseVariable(name)]: servers.directDatabaseUrl(name),
    ...servers.natsVariables(name),
    ...(ASKING_THE_GATEWAY.includes(name) && { GATEWAY_ADMIN_URL: adminUrls.join(',') }),
    ...(name === 'webhooks' && receiver),
    ...(name === 'gateway' && servers.store && { REDIS_URL: servers.store.url }),
    ...secretVariablesOf(name, secrets),
  };
}

/** Where a process asks somebody else's service, perhaps with a login, and with what. */
const OWN_SECRETS: Readonly<Partial<Record<ProcessName, readonly string[]>>> = {
  customers: ['GEOCODER_API_KEY', 'GEOCODER_URL'],
  dashboard: ['SMTP_URL'],
};

/** Those that are not configured are undefined, and so left out where a process is started. */
const secretsOf = (name: ProcessName, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries((OWN_SECRETS[name] ?? []).map((variable) => [variable, env[variable]]));
