import { join } from 'node:path';
import { CONTEXTS, type Context } from '@svc/contracts';
import { httpUrl, processConfig, replicatedUrl, serviceUrls, type ServiceUrls } from '@svc/process';
import Joi from 'joi';

interface DashboardConfig extends ServiceUrls<Context> {
  /** Where mail is handed over; without it, it stays in the table and in the log. */
  readonly SMTP_URL: string | undefined;
  readonly MAIL_FROM: string;
  /** Where the gateway tells of companies: its admin listener. */
  readonly GATEWAY_ADMIN_URL: string;
  /** The folder with what browsers load; by default `web` beside the program. */
  readonly WEB_FOLDER: string;
  /** Where the gateway is on this machine: comma-separated addresses. */
  readonly GATEWAY_URL: string;
  /**
   * Where people reach the platform, without a slash at its end: what links in mails begin with. It is
   * never taken from a request, whose Host anybody can choose; by default it is the gateway's first address.
   */
  readonly PUBLIC_URL: string;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

export const dashboardConfig = processConfig<DashboardConfig>('dashboard', {
  SMTP_URL: Joi.string().uri({ scheme: ['smtp', 'smtps'] }),
  MAIL_FROM: Joi.string().default('Field service platform <no-reply@localhost>'),
  ...serviceUrls(CONTEXTS),
  GATEWAY_ADMIN_URL: replicatedUrl.default('http://127.0.0.1:8081'),
  WEB_FOLDER: Joi.string().default(join(__dirname, 'web')),
  GATEWAY_URL: Joi.string().default('http://127.0.0.1:8080'),
  PUBLIC_URL: httpUrl
    .custom(withoutSlash)
    .default(Joi.ref('GATEWAY_URL', { adjust: (urls: string) => urls.split(',')[0] })),
});
