import { defineDataSource } from '@svc/database';
import { CreateCustomers1770000000000 } from './migrations/1770000000000-create-customers';

export const migrations = [CreateCustomers1770000000000];

export const customersDataSource = defineDataSource(migrations);
