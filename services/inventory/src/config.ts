import { processConfig, serviceUrl } from '@svc/process';

interface Upstreams {
  readonly JOBS_URL: string;
}

export const inventoryConfig = processConfig<Upstreams>('inventory', {
  JOBS_URL: serviceUrl('jobs'),
});
