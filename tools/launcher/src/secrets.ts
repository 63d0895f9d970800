import { randomBytes } from 'node:crypto';
import { NATS_USERS, SCHEMAS, type DatabaseSchema, type NatsPasswords } from '@svc/local-servers';
import type { PlatformSecrets } from '@svc/trust';
import type { DataFolder } from './data-folder';
import type { LauncherSettings } from './settings';

export interface LauncherSecrets extends PlatformSecrets {
  readonly adminToken: string;
  readonly superuser: string;
  readonly passwords: Readonly<Record<DatabaseSchema, string>>;
  readonly natsPasswords: NatsPasswords;
  readonly natsRoutePassword: string;
  readonly storePassword: string;
}

const secret = (): string => randomBytes(32).toString('base64url');

/** Configured secrets, others generated at the folder's first use. */
export function readSecrets(folder: DataFolder, settings: LauncherSettings): LauncherSecrets {
  const kept = folder.read<Partial<LauncherSecrets>>('secrets.json') ?? {};
  const passwords = SCHEMAS.map((name) => [name, kept.passwords?.[name] ?? secret()] as const);
  const generated: LauncherSecrets = {
    internalSecret: secret(),
    adminToken: secret(),
    encryptionKey: randomBytes(32).toString('base64'),
    superuser: secret(),
    storePassword: secret(),
    natsRoutePassword: secret(),
    ...kept,
    passwords: Object.fromEntries(passwords) as LauncherSecrets['passwords'],
    natsPasswords: Object.fromEntries(
      NATS_USERS.map((user) => [user, kept.natsPasswords?.[user] ?? secret()]),
    ) as NatsPasswords,
  };
  folder.write('secrets.json', generated);
  return {
    ...generated,
    internalSecret: settings.internalSecret ?? generated.internalSecret,
    adminToken: settings.adminToken ?? generated.adminToken,
    encryptionKey: settings.encryptionKey ?? generated.encryptionKey,
  };
}
