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
import { addressRanges, isAddressRange, type AddressRanges } from './keys/address-ranges';
import { storeAddress, type StoreAddress } from './limits/shared/store-address';

export interface GatewayConfig extends ProcessConfig, ServiceUrls<ServiceName> {
  /** 127.0.0.1 unless it is set, whatever HOST is. */
  readonly ADMIN_HOST: string;
  readonly ADMIN_PORT: number;
  readonly ADMIN_TOKEN: string;
  /** 32 bytes each; the first encrypts. */
  readonly ENCRYPTION_KEY: readonly Buffer[];
  /** Whose X-Forwarded-For is believed. */
  readonly TRUSTED_PROXIES: AddressRanges;
  readonly OPENAPI_FILE: string | undefined;
  /** The shared store of the limits; without it this gateway is the only one of its database. */
  readonly REDIS_URL: StoreAddress | undefined;
  /** How many requests to the dashboard are passed on in any sixty seconds, and how many event streams may be open. */
  readonly DASHBOARD_REQUESTS_PER_SESSION: number;
  readonly DASHBOARD_REQUESTS_PER_ADDRESS: number;
  readonly DASHBOARD_STREAMS_PER_ADDRESS: number;
  readonly DASHBOARD_STREAMS: number;
  /** How long an idle connection of a client is kept: longer than the load balancer keeps it. */
  readonly KEEP_ALIVE_SECONDS: number;
}

const ADMIN_TOKEN_LENGTH = 16;

const ranges: Joi.CustomValidator = (text: string, helpers) => {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isAddressRange)
    ? addressRanges(entries)
    : helpers.message({ custom: '{{#label}} must be a comma-separated list of CIDR ranges' });
};

/** The message never repeats the value, which may hold a password. */
const store: Joi.CustomValidator = (text: string, helpers) => {
  try {
    return storeAddress(text);
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
    TRUSTED_PROXIES: Joi.string().custom(ranges).default(addressRanges([])),
    OPENAPI_FILE: Joi.string(),
    REDIS_URL: Joi.string().custom(store),
    DASHBOARD_REQUESTS_PER_SESSION: count.default(600),
    // People in one building often share an address.
    DASHBOARD_REQUESTS_PER_ADDRESS: count.default(3_000),
    DASHBOARD_STREAMS_PER_ADDRESS: count.default(600),
    DASHBOARD_STREAMS: count.default(2_000),
    KEEP_ALIVE_SECONDS: Joi.number().integer().min(1).max(86_400).default(65),
    ...createServiceUrlSchemas(SERVICES),
  },
);
