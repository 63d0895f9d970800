import type { ProcessName } from '@svc/contracts';
import { removeSecrets } from '@svc/local-servers';
import { createSecretVariables } from '@svc/trust';
import type { Program } from './programs';
import type { LauncherSecrets } from './secrets';
import type { Servers } from './servers';
import { databaseVariable, directDatabaseVariable } from './settings';

export interface Listeners {
  readonly port: number;
  readonly metricsPort: number;
  readonly adminPort?: number;
}

export type Placed = Program & {
  /** Replica's name; the first has the program's. */
  readonly label: string;
  readonly listeners: Listeners;
};

export const HOST = '127.0.0.1';

export const toLocalUrl = (port: number): string => `http://${HOST}:${port}`;

export interface Platform {
  readonly all: readonly Placed[];
  readonly servers: Servers;
  readonly secrets: LauncherSecrets;
  readonly env: NodeJS.ProcessEnv;
  /** Settings that allow webhooks to deliver to the demo receiver. */
  readonly receiver: Readonly<Record<string, string>>;
}

const ASKING_THE_GATEWAY: readonly ProcessName[] = ['dashboard', 'webhooks'];

/** Environment of one process: its listeners, its database and the addresses of all others. */
export function createEnvironment(
  { name, listeners }: Placed,
  { all, servers, secrets, env, receiver }: Platform,
): NodeJS.ProcessEnv {
  const { port, metricsPort, adminPort } = listeners;
  const urls = all.map((each) => [
    `${each.name.toUpperCase()}_URL`,
    all
      .filter((other) => other.name === each.name)
      .map((other) => toLocalUrl(other.listeners.port))
      .join(','),
  ]);
  const isReplicated = all.filter((other) => other.name === name).length > 1;
  const adminUrls = all.flatMap(({ listeners: { adminPort: port } }) =>
    port === undefined ? [] : [toLocalUrl(port)],
  );
  return {
    ...removeSecrets(env),
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
    // A replica drains so that others take over, as in `deploy`.
    DRAIN_SECONDS: env['DRAIN_SECONDS'] ?? (isReplicated ? '5' : '0'),
    [databaseVariable(name)]: servers.databaseUrl(name),
    [directDatabaseVariable(name)]: servers.directDatabaseUrl(name),
    ...servers.natsVariables(name),
    ...(ASKING_THE_GATEWAY.includes(name) && { GATEWAY_ADMIN_URL: adminUrls.join(',') }),
    ...(name === 'webhooks' && receiver),
    ...(name === 'gateway' && servers.store && { REDIS_URL: servers.store.url }),
    ...createSecretVariables(name, secrets),
  };
}

/** Secrets for external services of one process. */
const OWN_SECRETS: Readonly<Partial<Record<ProcessName, readonly string[]>>> = {
  customers: ['GEOCODER_API_KEY', 'GEOCODER_URL'],
  dashboard: ['SMTP_URL'],
};

const secretsOf = (name: ProcessName, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries((OWN_SECRETS[name] ?? []).map((variable) => [variable, env[variable]]));
