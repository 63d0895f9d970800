import { encryptionKeys, internalSecrets, readConfig } from '@svc/config';
import { SCHEMAS, type DatabaseSchema } from '@svc/local-servers';
import { findServersProblem } from '@svc/messaging';
import Joi from 'joi';

type Environment = Readonly<Record<string, string | undefined>>;

type UrlsBySchema = Readonly<Partial<Record<DatabaseSchema, string>>>;

export interface LauncherSettings {
  readonly databaseUrl?: string;
  readonly contextDatabaseUrls: UrlsBySchema;
  /** Bypass PgBouncer. */
  readonly directDatabaseUrls: UrlsBySchema;
  readonly natsUrl?: string;
  readonly redisUrl?: string;
  readonly internalSecret?: string;
  readonly adminToken?: string;
  readonly encryptionKey?: string;
}

const postgresUrl = Joi.string().uri({ scheme: ['postgres', 'postgresql'] });
const natsUrl = Joi.string().custom((text: string, helpers) => {
  const problem = findServersProblem(text.split(',').map((server) => server.trim()));
  return problem ? helpers.message({ custom: `{{#label}} must be ${problem}` }) : text;
});
export const databaseVariable = (schema: DatabaseSchema): string =>
  `${schema.toUpperCase()}_DATABASE_URL`;
export const directDatabaseVariable = (schema: DatabaseSchema): string =>
  `${schema.toUpperCase()}_DIRECT_DATABASE_URL`;

const schema = Joi.object<Record<string, string | undefined>>({
  DATABASE_URL: postgresUrl,
  NATS_URL: natsUrl,
  REDIS_URL: Joi.string(),
  INTERNAL_SECRET: internalSecrets.raw(),
  ADMIN_TOKEN: Joi.string(),
  ENCRYPTION_KEY: encryptionKeys.raw(),
  ...Object.fromEntries(
    SCHEMAS.flatMap((name) => [
      [databaseVariable(name), postgresUrl],
      [directDatabaseVariable(name), postgresUrl],
    ]),
  ),
});

export function readSettings(env: Environment): LauncherSettings {
  const given = readConfig(schema, env);
  return {
    databaseUrl: given.DATABASE_URL,
    contextDatabaseUrls: pickUrls(given, databaseVariable),
    directDatabaseUrls: pickUrls(given, directDatabaseVariable),
    natsUrl: given.NATS_URL,
    redisUrl: given.REDIS_URL,
    internalSecret: given.INTERNAL_SECRET,
    adminToken: given.ADMIN_TOKEN,
    encryptionKey: given.ENCRYPTION_KEY,
  };
}

const pickUrls = (given: Environment, variable: (schema: DatabaseSchema) => string): UrlsBySchema =>
  Object.fromEntries(
    SCHEMAS.flatMap((name) => {
      const url = given[variable(name)];
      return url === undefined ? [] : [[name, url]];
    }),
  );
