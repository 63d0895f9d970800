import { createConfigSchema, createServiceUrlSchema } from '@svc/process';

interface Upstreams {
  readonly CUSTOMERS_URL: string;
  readonly TECHNICIANS_URL: string;
}

export const assetsConfig = createConfigSchema<Upstreams>('assets', {
  CUSTOMERS_URL: createServiceUrlSchema('customers'),
  TECHNICIANS_URL: createServiceUrlSchema('technicians'),
});
