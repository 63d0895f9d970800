import { createConfigSchema, createServiceUrlSchema } from '@svc/process';

interface Upstreams {
  readonly JOBS_URL: string;
}

export const inventoryConfig = createConfigSchema<Upstreams>('inventory', {
  JOBS_URL: createServiceUrlSchema('jobs'),
});
