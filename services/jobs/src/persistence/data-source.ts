import { defineDataSource } from '@svc/database';
import { CreateJobs1770000000000 } from './migrations/1770000000000-create-jobs';

export const migrations = [CreateJobs1770000000000];

export const jobsDataSource = defineDataSource(migrations);
