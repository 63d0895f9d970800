import { httpUrl, processConfig } from '@svc/process';

interface Upstreams {
  readonly CUSTOMERS_URL: string;
  readonly TECHNICIANS_URL: string;
  readonly ASSETS_URL: string;
}

/** Besides what every process reads: where to ask the owners of what jobs point to. */
export const jobsConfig = processConfig<Upstreams>('jobs', {
  CUSTOMERS_URL: httpUrl.default('http://127.0.0.1:8082'),
  TECHNICIANS_URL: httpUrl.default('http://127.0.0.1:8085'),
  ASSETS_URL: httpUrl.default('http://127.0.0.1:8083'),
});
