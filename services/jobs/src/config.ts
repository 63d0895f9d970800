import { createConfigSchema, createServiceUrlSchema } from '@svc/process';

interface Upstreams {
  readonly CUSTOMERS_URL: string;
  readonly TECHNICIANS_URL: string;
  readonly ASSETS_URL: string;
}

export const jobsConfig = createConfigSchema<Upstreams>('jobs', {
  CUSTOMERS_URL: createServiceUrlSchema('customers'),
  TECHNICIANS_URL: createServiceUrlSchema('technicians'),
  ASSETS_URL: createServiceUrlSchema('assets'),
});
