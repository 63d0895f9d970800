import { processConfig, serviceUrl } from '@svc/process';

interface Upstreams {
  readonly CUSTOMERS_URL: string;
  readonly TECHNICIANS_URL: string;
  readonly ASSETS_URL: string;
}

export const jobsConfig = processConfig<Upstreams>('jobs', {
  CUSTOMERS_URL: serviceUrl('customers'),
  TECHNICIANS_URL: serviceUrl('technicians'),
  ASSETS_URL: serviceUrl('assets'),
});
