import { createConfigSchema } from '@svc/process';

export const techniciansConfig = createConfigSchema('technicians');
