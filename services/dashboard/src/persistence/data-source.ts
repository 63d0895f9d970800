import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { CreateDashboard1764000000000 } from './migrations/1764000000000-create-dashboard';
import { AddSessions1765000000000 } from './migrations/1765000000000-add-sessions';
import { AddActivities1765000100000 } from './migrations/1765000100000-add-activities';
import { AddAttempts1765000200000 } from './migrations/1765000200000-add-attempts';
import { AddProofs1765000300000 } from './migrations/1765000300000-add-proofs';
import { AddInvitations1765200000000 } from './migrations/1765200000000-add-invitations';
import { TakeTurnsWithMails1768500000001 } from './migrations/1768500000001-take-turns-with-mails';
import { userTable } from './user-table';

export const entities = [userTable];
export const migrations = [
  CreateDashboard1764000000000,
  AddSessions1765000000000,
  AddActivities1765000100000,
  AddAttempts1765000200000,
  AddProofs1765000300000,
  AddInvitations1765200000000,
  TakeTurnsWithMails1768500000001,
];

/** The connection to the `dashboard` schema. */
export const dashboardDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities, migrations });
