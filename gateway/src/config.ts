import { encryptionKeys } from '@svc/config';
import { SERVICES, type ServiceName } from '@svc/contracts';
import {
  host,
  port,
  createConfigSchema,
  createServiceUrlSchemas,
  type ProcessConfig,
  type ServiceUrls,
} from '@svc/process';
import Joi from 'joi';
import { parseAddressRanges, isAddressRange, type AddressRanges } from './keys/address-ranges';
import { parseStoreAddress, type StoreAddress } from './limits/shared/store-address';

export interface GatewayConfig extends ProcessConfig, ServiceUrls<ServiceName> {
  readonly ADMIN_HOST: string;
  readonly ADMIN_PORT: number;
  readonly ADMIN_TOKEN: string;
  /** The first encrypts; all decrypt. */
  readonly ENCRYPTION_KEY: readonly Buffer[];
  /** Their X-Forwarded-For is trusted. */
  readonly TRUSTED_PROXIES: AddressRanges;
  readonly OPENAPI_FILE: string | undefined;
  /** Without a shared store, this must be the only gateway of its database. */
  readonly REDIS_URL: StoreAddress | undefined;
  readonly DASHBOARD_REQUESTS_PER_SESSION: number;
  readonly DASHBOARD_REQUESTS_PER_ADDRESS: number;
  readonly DASHBOARD_STREAMS_PER_ADDRESS: number;
  readonly DASHBOARD_STREAMS: number;
  /** Must be longer than the load balancer's own. */
  readonly KEEP_ALIVE_SECONDS: number;
}

const ADMIN_TOKEN_LENGTH = 16;

const ranges: Joi.CustomValidator = (text: string, helpers) => {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isAddressRange)
    ? parseAddressRanges(entries)
    : helpers.message({ custom: '{{#label}} must be a comma-separated list of CIDR ranges' });
};

/** The message must not repeat the value, which may hold a password. */
const store: Joi.CustomValidator = (text: string, helpers) => {
  try {
    return parseStoreAddress(text);
  } catch (error) {
    return helpers.message({ custom: `{{#label}} must be ${(error as Error).message}` });
  }
};

const count = Joi.number().integer().min(1).max(1_000_000);

export const gatewayConfig = createConfigSchema<Omit<GatewayConfig, keyof ProcessConfig>>(
  'gateway',
  {
    ADMIN_HOST: host,
    ADMIN_PORT: port.default(8081),
    ADMIN_TOKEN: Joi.string().min(ADMIN_TOKEN_LENGTH).required(),
    ENCRYPTION_KEY: encryptionKeys.required(),
    TRUSTED_PROXIES: Joi.string().custom(ranges).default(parseAddressRanges([])),
    OPENAPI_FILE: Joi.string(),
    REDIS_URL: Joi.string().custom(store),
    DASHBOARD_REQUESTS_PER_SESSION: count.default(600),
    DASHBOARD_REQUESTS_PER_ADDRESS: count.default(3_000),
    DASHBOARD_STREAMS_PER_ADDRESS: count.default(600),
    DASHBOARD_STREAMS: count.default(2_000),
    KEEP_ALIVE_SECONDS: Joi.number().integer().min(1).max(86_400).default(65),
    ...createServiceUrlSchemas(SERVICES),
  },
);
