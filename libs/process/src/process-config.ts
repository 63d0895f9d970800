import { SERVICES, type ServiceName } from '@svc/contracts';
import { problemWithServers } from '@svc/messaging';
import Joi, {
  type CustomValidator,
  type ObjectSchema,
  type SchemaMap,
  type StringSchema,
} from 'joi';

/** What every process reads from its environment; names are those of the variables. */
export interface ProcessConfig {
  readonly HOST: string;
  readonly PORT: number;
  readonly METRICS_PORT: number;
  readonly LOG_LEVEL: string;
  /** The context's own schema: `<CONTEXT>_DATABASE_URL`, else `DATABASE_URL`. */
  readonly DATABASE_URL: string;
  readonly NATS_URL: readonly string[];
  /** Copies of the event stream in the NATS cluster. */
  readonly NATS_REPLICAS: number;
  /** One value, or two while the secret is rotated; the first signs. */
  readonly INTERNAL_SECRET: readonly string[];
  /** Set by a launcher that keeps standard input open for as long as it lives. */
  readonly FSM_PARENT_PIPE: boolean;
}

const SECRET_LENGTH = 16;

/** A comma-separated list, each part of which `isFine`; its message never repeats a value. */
const list =
  (isFine: (parts: readonly string[]) => boolean, rule: string): CustomValidator =>
  (text: string, helpers) => {
    const parts = text.split(',').map((part) => part.trim());
    return isFine(parts) ? parts : helpers.message({ custom: `{{#label}} must be ${rule}` });
  };

const natsServers: CustomValidator = (text: string, helpers) => {
  const servers = text.split(',').map((part) => part.trim());
  const problem = problemWithServers(servers);
  return problem ? helpers.message({ custom: `{{#label}} must be ${problem}` }) : servers;
};

const oneOrTwoSecrets = list(
  (parts) => parts.length <= 2 && parts.every((part) => part.length >= SECRET_LENGTH),
  `one or two comma-separated values of at least ${SECRET_LENGTH} characters`,
);

const KEY_BYTES = 32;

const base64Key: CustomValidator = (text: string, helpers) => {
  const bytes = Buffer.from(text, 'base64');
  const rule = `{{#label}} must be ${KEY_BYTES} bytes in base64`;
  return bytes.length === KEY_BYTES ? bytes : helpers.message({ custom: rule });
};

/** ENCRYPTION_KEY, of the processes that keep something unreadable at rest; read as its bytes. */
export const encryptionKey = Joi.string().custom(base64Key);

/** Where a process answers; 0 lets the system choose. */
export const port = Joi.number().integer().min(0).max(65_535);

/** Where another process is found. */
export const httpUrl = Joi.string().uri({ scheme: ['http', 'https'] });

const GATEWAY_PORT = 8080;
const FIRST_SERVICE_PORT = 8101;

/** Where a process answers when its environment does not say: each service on a port of its own. */
export const defaultPort = (process: string): number => {
  const index = SERVICES.findIndex((service) => service === process);
  return index < 0 ? GATEWAY_PORT : FIRST_SERVICE_PORT + index;
};

/** Where a service is found; by default where it answers by default. */
export const serviceUrl = (service: ServiceName): StringSchema =>
  httpUrl.default(`http://127.0.0.1:${defaultPort(service)}`);

/** The schema of a process's configuration: what all have, and what this one adds. */
export const processConfig = <Extra extends object = object>(
  context: string,
  extra: SchemaMap<Extra> = {},
): ObjectSchema<ProcessConfig & Extra> =>
  Joi.object<ProcessConfig & Extra>({
    HOST: Joi.string().default('127.0.0.1'),
    PORT: port.default(defaultPort(context)),
    METRICS_PORT: port.default(9090),
    LOG_LEVEL: Joi.string()
      .valid('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
      .default('info'),
    DATABASE_URL: Joi.string()
      .uri({ scheme: ['postgres', 'postgresql'] })
      .required(),
    NATS_URL: Joi.string().custom(natsServers).default(['nats://127.0.0.1:4222']),
    NATS_REPLICAS: Joi.number().integer().min(1).max(5).default(1),
    INTERNAL_SECRET: Joi.string().custom(oneOrTwoSecrets).required(),
    FSM_PARENT_PIPE: Joi.boolean().truthy('1').falsy('0').default(false),
    ...extra,
  }).rename(`${context.toUpperCase()}_DATABASE_URL`, 'DATABASE_URL', {
    override: true,
    ignoreUndefined: true,
  });
