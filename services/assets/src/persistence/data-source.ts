import { defineDataSource } from '@svc/database';
import { CreateAssets1770000000000 } from './migrations/1770000000000-create-assets';

export const migrations = [CreateAssets1770000000000];

export const assetsDataSource = defineDataSource(migrations);
