import { processConfig } from '@svc/process';

export const techniciansConfig = processConfig('technicians');
