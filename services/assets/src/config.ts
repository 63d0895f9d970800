import { processConfig, serviceUrl } from '@svc/process';

interface Upstreams {
  readonly CUSTOMERS_URL: string;
  readonly TECHNICIANS_URL: string;
}

export const assetsConfig = processConfig<Upstreams>('assets', {
  CUSTOMERS_URL: serviceUrl('customers'),
  TECHNICIANS_URL: serviceUrl('technicians'),
});
