import { processConfig } from '@svc/process';
import Joi from 'joi';

interface DashboardConfig {
  /** Where mail is handed over; without it, it stays in the table and in the log. */
  readonly SMTP_URL: string | undefined;
  readonly MAIL_FROM: string;
}

export const dashboardConfig = processConfig<DashboardConfig>('dashboard', {
  SMTP_URL: Joi.string().uri({ scheme: ['smtp', 'smtps'] }),
  MAIL_FROM: Joi.string().default('Field service platform <no-reply@localhost>'),
});
