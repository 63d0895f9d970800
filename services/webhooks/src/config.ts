import { encryptionKeys } from '@svc/config';
import { isNetwork } from '@svc/outgoing-http';
import { createConfigSchema, replicatedUrl, createServiceUrlSchema } from '@svc/process';
import Joi, { type CustomValidator } from 'joi';
import { parseDuration, STANDARD_GAPS_MS } from './domain/retry-gaps';

interface WebhooksConfig {
  readonly GATEWAY_ADMIN_URL: string;
  readonly JOBS_URL: string;
  readonly CUSTOMERS_URL: string;
  readonly ASSETS_URL: string;
  readonly INVENTORY_URL: string;
  readonly TECHNICIANS_URL: string;
  /** 32 bytes each; the first one encrypts. */
  readonly ENCRYPTION_KEY: readonly Buffer[];
  readonly WEBHOOK_ALLOWED_NETWORKS: readonly string[];
  /** Milliseconds between attempts. */
  readonly WEBHOOK_RETRY_GAPS: readonly number[];
}

const parts = (text: string): string[] => text.split(',').map((part) => part.trim());

const networks: CustomValidator = (text: string, helpers) =>
  parts(text).every(isNetwork)
    ? parts(text)
    : helpers.message({ custom: '{{#label}} must be a comma-separated list of CIDR ranges' });

const durations: CustomValidator = (text: string, helpers) => {
  const gaps = parts(text).map(parseDuration);
  return gaps.every((gap) => gap !== undefined)
    ? gaps
    : helpers.message({ custom: '{{#label}} must be comma-separated durations such as 15s,1m' });
};

export const webhooksConfig = createConfigSchema<WebhooksConfig>('webhooks', {
  GATEWAY_ADMIN_URL: replicatedUrl.default('http://127.0.0.1:8081'),
  JOBS_URL: createServiceUrlSchema('jobs'),
  CUSTOMERS_URL: createServiceUrlSchema('customers'),
  ASSETS_URL: createServiceUrlSchema('assets'),
  INVENTORY_URL: createServiceUrlSchema('inventory'),
  TECHNICIANS_URL: createServiceUrlSchema('technicians'),
  ENCRYPTION_KEY: encryptionKeys.required(),
  WEBHOOK_ALLOWED_NETWORKS: Joi.string().custom(networks).default([]),
  WEBHOOK_RETRY_GAPS: Joi.string().custom(durations).default(STANDARD_GAPS_MS),
});
