import type { KeptServer, Schema } from '@svc/local-servers';
import type { DataFolder } from './data-folder';
import type { Secrets } from './secrets';
import type { Settings } from './settings';

export interface ServersOptions {
  readonly folder: DataFolder;
  /** Where a run on the default folder, or a test, has kept the programs that it fetched. */
  readonly sharedCache: string;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly schemas: readonly Schema[];
  /** Of each process. */
  readonly replicas: number;
  readonly env: NodeJS.ProcessEnv;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
  /** Told of each server of ours as soon as it runs. */
  readonly started: (name: string, server: KeptServer) => void;
}
