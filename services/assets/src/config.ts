import { processConfig, serviceUrl } from '@svc/process';

interface Upstreams {
  readonly CUSTOMERS_URL: string;
  readonly TECHNICIANS_URL: string;
}

/** Besides what every process reads: where to ask the owners of what assets point to. */
export const assetsConfig = processConfig<Upstreams>('assets', {
  CUSTOMERS_URL: serviceUrl('customers'),
  TECHNICIANS_URL: serviceUrl('technicians'),
});
