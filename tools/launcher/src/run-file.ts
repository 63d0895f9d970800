import type { DatabaseSchema } from '@svc/local-servers';
import { getDashboardUrl } from './addresses';
import type { Demo, Login } from './demo/apply-demo';
import { toLocalUrl } from './environment';
import type { ManagedProcesses } from './managed-processes';
import type { LauncherSecrets } from './secrets';
import type { System } from './start-system';

export interface RunFile {
  readonly gateway: string;
  readonly admin: string;
  readonly admin_token: string;
  readonly dashboard: string;
  /** The demo owner's; absent without the demo. */
  readonly dashboard_login?: Login;
  readonly pid: number;
  readonly services: Readonly<Partial<Record<DatabaseSchema, RunService>>>;
  readonly postgres?: RunServer;
  readonly nats: RunServer & {
    readonly nodes?: readonly RunServer[];
  };
  /** Absent if the gateway counts by itself. */
  readonly store?: RunServer;
}

export interface RunService {
  readonly url: string;
  /** Address of /livez, /readyz and /metrics. */
  readonly metrics: string;
  readonly pid: number;
  /** With the service's own role. */
  readonly database_url: string;
  /** Bypasses PgBouncer if configured. */
  readonly direct_database_url?: string;
  readonly replicas?: readonly RunReplica[];
}

export interface RunReplica {
  readonly url: string;
  readonly pid: number;
  readonly admin?: string;
}

export interface RunServer {
  readonly url: string;
  /** Null if the server is external. */
  readonly pid: number | null;
}

export function createRunFile(
  system: System,
  {
    processes,
    secrets,
    demo,
  }: {
    readonly processes: ManagedProcesses;
    readonly secrets: LauncherSecrets;
    readonly demo: Demo | undefined;
  },
): RunFile {
  const { servers, placed, gateway, admin } = system;
  const firsts = placed.filter(({ name, label }) => name === label);
  const services = firsts.map(({ name, listeners }) => {
    const replicas = placed.filter((each) => each.name === name);
    return [
      name,
      {
        url: toLocalUrl(listeners.port),
        metrics: toLocalUrl(listeners.metricsPort),
        pid: processes.pidOf(name),
        database_url: servers.databaseUrl(name),
        direct_database_url: servers.directDatabaseUrl(name),
        ...(replicas.length > 1 && {
          replicas: replicas.map(({ label, listeners: { port, adminPort } }) => ({
            url: toLocalUrl(port),
            pid: processes.pidOf(label),
            ...(adminPort !== undefined && { admin: toLocalUrl(adminPort) }),
          })),
        }),
      },
    ];
  });
  const pidOf = (name: string) => processes.pidOf(name) ?? null;
  return {
    gateway,
    admin,
    admin_token: secrets.adminToken,
    dashboard: getDashboardUrl(system),
    ...(demo?.login && { dashboard_login: demo.login }),
    pid: process.pid,
    services: Object.fromEntries(services) as RunFile['services'],
    ...(servers.postgres && {
      postgres: { url: servers.postgres.url, pid: pidOf('PostgreSQL') },
    }),
    nats: {
      url: servers.nats.url,
      pid: pidOf('NATS'),
      ...(servers.nats.nodes && {
        nodes: servers.nats.nodes.map(({ name, url }) => ({ url, pid: pidOf(name) })),
      }),
    },
    ...(servers.store && { store: { url: servers.store.url, pid: pidOf('store') } }),
  };
}
