import { processConfig } from '@svc/process';

export const inventoryConfig = processConfig('inventory');
