import { join } from 'node:path';
import { CONTEXTS, type Context } from '@svc/contracts';
import {
  httpUrl,
  createConfigSchema,
  replicatedUrl,
  createServiceUrlSchemas,
  type ServiceUrls,
} from '@svc/process';
import Joi from 'joi';

interface DashboardConfig extends ServiceUrls<Context> {
  /** If undefined, mails stay in the outbox and are named in the log. */
  readonly SMTP_URL: string | undefined;
  readonly MAIL_FROM: string;
  readonly GATEWAY_ADMIN_URL: string;
  readonly WEB_FOLDER: string;
  /** Comma-separated addresses. */
  readonly GATEWAY_URL: string;
  /**
   * Links in mails begin with this address, which has no trailing slash. A request's Host header is
   * chosen by its client.
   */
  readonly PUBLIC_URL: string;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

export const dashboardConfig = createConfigSchema<DashboardConfig>('dashboard', {
  SMTP_URL: Joi.string().uri({ scheme: ['smtp', 'smtps'] }),
  MAIL_FROM: Joi.string().default('Field service platform <no-reply@localhost>'),
  ...createServiceUrlSchemas(CONTEXTS),
  GATEWAY_ADMIN_URL: replicatedUrl.default('http://127.0.0.1:8081'),
  WEB_FOLDER: Joi.string().default(join(__dirname, 'web')),
  GATEWAY_URL: Joi.string().default('http://127.0.0.1:8080'),
  PUBLIC_URL: httpUrl
    .custom(withoutSlash)
    .default(Joi.ref('GATEWAY_URL', { adjust: (urls: string) => urls.split(',')[0] })),
});
