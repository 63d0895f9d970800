import { randomBytes } from 'node:crypto';
import { NATS_USERS, SCHEMAS, type NatsPasswords, type Schema } from '@svc/local-servers';
import type { PlatformSecrets } from '@svc/trust';
import type { DataFolder } from './data-folder';
import type { Settings } from './settings';

/** What the processes share and nobody else may know. */
export interface Secrets extends PlatformSecrets {
  readonly adminToken: string;
  /** Password of the embedded PostgreSQL's superuser. */
  readonly superuser: string;
  /** Password of each context's role. */
  readonly passwords: Readonly<Record<Schema, string>>;
  /** Password of each user of the embedded NATS. */
  readonly natsPasswords: NatsPasswords;
  /** By which the nodes of the embedded NATS know each other. */
  readonly natsRoutePassword: string;
  /** Password of the embedded store of the limits. */
  readonly storePassword: string;
}

const secret = (): string => randomBytes(32).toString('base64url');

/** The configured secrets, and those generated when the folder was first used. */
export function secretsOf(folder: DataFolder, settings: Settings): Secrets {
  const kept = folder.read<Partial<Secrets>>('secrets.json') ?? {};
  const passwords = SCHEMAS.map((name) => [name, kept.passwords?.[name] ?? secret()] as const);
  const generated: Secrets = {
    internalSecret: secret(),
    adminToken: secret(),
    encryptionKey: randomBytes(32).toString('base64'),
    superuser: secret(),
    storePassword: secret(),
    natsRoutePassword: secret(),
    ...kept,
    passwords: Object.fromEntries(passwords) as Secrets['passwords'],
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
