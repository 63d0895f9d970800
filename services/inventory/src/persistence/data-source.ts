import { defineDataSource } from '@svc/database';
import { CreateInventory1770000000000 } from './migrations/1770000000000-create-inventory';

export const migrations = [CreateInventory1770000000000];

export const inventoryDataSource = defineDataSource(migrations);
