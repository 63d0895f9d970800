import type { Schema } from '@svc/local-servers';
import { dashboardOf } from './addresses';
import type { Demo, Login } from './demo/apply-demo';
import { addressOf } from './environment';
import type { ManagedProcesses } from './managed-processes';
import type { Secrets } from './secrets';
import type { System } from './start-system';

/** What `run.json` tells scripts about the running system. */
export interface RunFile {
  readonly gateway: string;
  readonly admin: string;
  readonly admin_token: string;
  readonly dashboard: string;
  /** Of the demo company's owner; absent where the demo was not asked for. */
  readonly dashboard_login?: Login;
  readonly pid: number;
  readonly services: Readonly<Partial<Record<Schema, RunService>>>;
  readonly postgres?: RunServer;
  readonly nats: RunServer & {
    /** All of them, the first included; absent where there is one. */
    readonly nodes?: readonly RunServer[];
  };
  /** Of the gateways' limits; absent where the one gateway counts by itself. */
  readonly store?: RunServer;
}

export interface RunService {
  readonly url: string;
  /** Where it answers /livez, /readyz and /metrics. */
  readonly metrics: string;
  readonly pid: number;
  /** Where the service's own role connects. */
  readonly database_url: string;
  /** The same past a PgBouncer, where that is configured. */
  readonly direct_database_url?: string;
  /** All of them, the first included; absent where there is one. */
  readonly replicas?: readonly RunReplica[];
}

export interface RunReplica {
  readonly url: string;
  readonly pid: number;
  /** A gateway's only. */
  readonly admin?: string;
}

export interface RunServer {
  readonly url: string;
  /** Null for a server that is configured, not ours. */
  readonly pid: number | null;
}

export function runFileOf(
  system: System,
  {
    processes,
    secrets,
    demo,
  }: {
    readonly processes: ManagedProcesses;
    readonly secrets: Secrets;
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
        url: addressOf(listeners.port),
        metrics: addressOf(listeners.metricsPort),
        pid: processes.pidOf(name),
        database_url: servers.databaseUrl(name),
        direct_database_url: servers.directDatabaseUrl(name),
        ...(replicas.length > 1 && {
          replicas: replicas.map(({ label, listeners: { port, adminPort } }) => ({
            url: addressOf(port),
            pid: processes.pidOf(label),
            ...(adminPort !== undefined && { admin: addressOf(adminPort) }),
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
    dashboard: dashboardOf(system),
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
