import { internalSecrets } from '@svc/config';
import { SERVICES, type ProcessName, type ServiceName } from '@svc/contracts';
import { findServersProblem } from '@svc/messaging';
import { derivePublicKey, readPublicKeys, type PublicKeys } from '@svc/trust';
import Joi, {
  type CustomValidator,
  type ObjectSchema,
  type SchemaMap,
  type StringSchema,
} from 'joi';

export interface ProcessConfig {
  readonly HOST: string;
  readonly PORT: number;
  /** Never follows HOST: probes and metrics are not public. */
  readonly METRICS_HOST: string;
  readonly METRICS_PORT: number;
  readonly LOG_LEVEL: string;
  /** `<CONTEXT>_DATABASE_URL`, else `DATABASE_URL`. */
  readonly DATABASE_URL: string;
  /**
   * Bypasses a pooler, for migrations and session locks: `<CONTEXT>_DIRECT_DATABASE_URL`, else
   * DATABASE_URL.
   */
  readonly DIRECT_DATABASE_URL: string;
  readonly NATS_URL: readonly string[];
  readonly NATS_REPLICAS: number;
  readonly INTERNAL_SECRET: readonly string[];
  readonly INTERNAL_PUBLIC_KEYS: PublicKeys;
  readonly FSM_REVISION: string;
  /** How long a stopping process keeps serving until load balancers notice. */
  readonly DRAIN_SECONDS: number;
  /** Set by a launcher that holds standard input open while it lives. */
  readonly FSM_PARENT_PIPE: boolean;
}

/** The message never repeats a value, which may hold a password. */
const natsServers: CustomValidator = (text: string, helpers) => {
  const servers = text.split(',').map((part) => part.trim());
  const problem = findServersProblem(servers);
  return problem ? helpers.message({ custom: `{{#label}} must be ${problem}` }) : servers;
};

const publicKeys: CustomValidator = (text: string, helpers) => {
  try {
    return readPublicKeys(text);
  } catch (error) {
    return helpers.message({ custom: `{{#label}} is invalid: ${(error as Error).message}` });
  }
};

/** A process whose tokens nobody could verify must not start. */
const isKnownToOthers =
  (process: ProcessName): CustomValidator<ProcessConfig> =>
  (config, helpers) => {
    const known = config.INTERNAL_PUBLIC_KEYS.get(process) ?? [];
    return config.INTERNAL_SECRET.every((secret) => known.includes(derivePublicKey(secret)))
      ? config
      : helpers.message({
          custom: `INTERNAL_PUBLIC_KEYS lacks the key of ${process} that belongs to its INTERNAL_SECRET`,
        });
  };

export const host = Joi.string().default('127.0.0.1');

/** 0 lets the system choose. */
export const port = Joi.number().integer().min(0).max(65_535);

const databaseUrl = Joi.string().uri({ scheme: ['postgres', 'postgresql'] });

export const httpUrl = Joi.string().uri({ scheme: ['http', 'https'] });

const GATEWAY_PORT = 8080;
const FIRST_SERVICE_PORT = 8101;

const defaultPort = (process: string): number => {
  const index = SERVICES.findIndex((service) => service === process);
  return index < 0 ? GATEWAY_PORT : FIRST_SERVICE_PORT + index;
};

const httpUrls: CustomValidator = (text: string, helpers) => {
  const areUrls = text.split(',').every((url) => httpUrl.validate(url.trim()).error === undefined);
  return areUrls
    ? text
    : helpers.message({ custom: '{{#label}} must be a comma-separated list of http(s) URLs' });
};

export const replicatedUrl = Joi.string().custom(httpUrls);

export const createServiceUrlSchema = (service: ServiceName): StringSchema =>
  replicatedUrl.default(`http://127.0.0.1:${defaultPort(service)}`);

type UrlVariable<Service extends ServiceName> = `${Uppercase<Service>}_URL`;

const urlVariable = <Service extends ServiceName>(service: Service): UrlVariable<Service> =>
  `${service.toUpperCase() as Uppercase<Service>}_URL`;

export type ServiceUrls<Service extends ServiceName> = Readonly<
  Record<UrlVariable<Service>, string>
>;

export const createServiceUrlSchemas = <Service extends ServiceName>(
  services: readonly Service[],
): SchemaMap<ServiceUrls<Service>> =>
  Object.fromEntries(
    services.map((service) => [urlVariable(service), createServiceUrlSchema(service)]),
  ) as SchemaMap<ServiceUrls<Service>>;

export const toServiceUrls = <Service extends ServiceName>(
  config: ServiceUrls<Service>,
  services: readonly Service[],
): Readonly<Record<Service, string>> =>
  Object.fromEntries(services.map((service) => [service, config[urlVariable(service)]])) as Record<
    Service,
    string
  >;

export const createConfigSchema = <Extra extends object = object>(
  context: ProcessName,
  extra: SchemaMap<Extra> = {},
): ObjectSchema<ProcessConfig & Extra> =>
  Joi.object<ProcessConfig & Extra>({
    HOST: host,
    PORT: port.default(defaultPort(context)),
    METRICS_HOST: host,
    METRICS_PORT: port.default(9090),
    LOG_LEVEL: Joi.string()
      .valid('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
      .default('info'),
    DATABASE_URL: databaseUrl.required(),
    DIRECT_DATABASE_URL: databaseUrl.default(Joi.ref('DATABASE_URL')),
    NATS_URL: Joi.string().custom(natsServers).default(['nats://127.0.0.1:4222']),
    NATS_REPLICAS: Joi.number().integer().min(1).max(5).default(1),
    INTERNAL_SECRET: internalSecrets.required(),
    INTERNAL_PUBLIC_KEYS: Joi.string().custom(publicKeys).required(),
    FSM_REVISION: Joi.string()
      .pattern(/^[\w.-]{1,64}$/, 'the name of a revision')
      .default('unknown'),
    DRAIN_SECONDS: Joi.number().integer().min(0).max(600).default(0),
    FSM_PARENT_PIPE: Joi.boolean().truthy('1').falsy('0').default(false),
    ...extra,
  })
    .rename(`${context.toUpperCase()}_DATABASE_URL`, 'DATABASE_URL', {
      override: true,
      ignoreUndefined: true,
    })
    .rename(`${context.toUpperCase()}_DIRECT_DATABASE_URL`, 'DIRECT_DATABASE_URL', {
      override: true,
      ignoreUndefined: true,
    })
    .custom(isKnownToOthers(context));
