import { defineDataSource } from '@svc/database';
import { CreateTechnicians1770000000000 } from './migrations/1770000000000-create-technicians';

export const migrations = [CreateTechnicians1770000000000];

export const techniciansDataSource = defineDataSource(migrations);
