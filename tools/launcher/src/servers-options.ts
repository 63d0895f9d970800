import type { DatabaseSchema, findNatsServer, RestartableServer } from '@svc/local-servers';
import type { DataFolder } from './data-folder';
import type { LauncherSecrets } from './secrets';
import type { LauncherSettings } from './settings';

export interface ServersOptions {
  readonly folder: DataFolder;
  readonly search: Parameters<typeof findNatsServer>[0];
  readonly secrets: LauncherSecrets;
  readonly settings: LauncherSettings;
  readonly schemas: readonly DatabaseSchema[];
  readonly replicas: number;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
  readonly started: (name: string, server: RestartableServer) => void;
}
