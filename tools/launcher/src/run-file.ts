import {
  endNats,
  endNatsCluster,
  endPostgres,
  endProcess,
  endStore,
  type Schema,
} from '@svc/local-servers';
import type { DataFolder } from './data-folder';
import type { Login } from './demo/apply-demo';
import { PROGRAM_ENDING, type Program } from './programs';

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

/** Ends what outlived a killed launcher. */
export async function endLeftovers(
  folder: DataFolder,
  programs: readonly Program[],
): Promise<void> {
  const run = folder.read<RunFile>('run.json');
  await Promise.all(
    programs.map(async ({ name, main }) => {
      const service = run?.services[name];
      const running = service?.replicas ?? (service ? [service] : []);
      await Promise.all(running.map(({ pid }) => endProcess(pid, main, PROGRAM_ENDING)));
    }),
  );
  await Promise.all([
    endPostgres(folder.pathOf('postgres')),
    endNats(folder.pathOf('nats')),
    endNatsCluster(folder.pathOf('nats-cluster')),
    endStore(folder.pathOf('store')),
  ]);
  folder.remove('run.json');
}
