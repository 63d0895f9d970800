import { processConfig, serviceUrl } from '@svc/process';

interface Upstreams {
  readonly JOBS_URL: string;
}

/** Besides what every process reads: where to ask the owner of what jobs require. */
export const inventoryConfig = processConfig<Upstreams>('inventory', {
  JOBS_URL: serviceUrl('jobs'),
});
