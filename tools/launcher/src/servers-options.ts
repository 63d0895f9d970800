import type { RestartableServer, DatabaseSchema } from '@svc/local-servers';
import type { DataFolder } from './data-folder';
import type { LauncherSecrets } from './secrets';
import type { LauncherSettings } from './settings';

export interface ServersOptions {
  readonly folder: DataFolder;
  /** Downloaded programs of the default folder or of a test. */
  readonly sharedCache: string;
  readonly secrets: LauncherSecrets;
  readonly settings: LauncherSettings;
  readonly schemas: readonly DatabaseSchema[];
  readonly replicas: number;
  readonly env: NodeJS.ProcessEnv;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
  readonly started: (name: string, server: RestartableServer) => void;
}
