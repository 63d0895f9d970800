import { httpUrl, processConfig } from '@svc/process';

interface Upstreams {
  readonly CUSTOMERS_URL: string;
  readonly TECHNICIANS_URL: string;
}

/** Besides what every process reads: where to ask the owners of what assets point to. */
export const assetsConfig = processConfig<Upstreams>('assets', {
  CUSTOMERS_URL: httpUrl.default('http://127.0.0.1:8082'),
  TECHNICIANS_URL: httpUrl.default('http://127.0.0.1:8085'),
});
