import { createDataSource } from '@svc/database';
import type { Logger } from '@svc/logging';
import type { DataSource } from 'typeorm';
import { companyTable } from './company-table';
import { keyTable } from './key-table';
import { CreateGateway1764000000000 } from './migrations/1764000000000-create-gateway';
import { SealKeptAnswers1764300000000 } from './migrations/1764300000000-seal-kept-answers';
import { CreateSoleGateway1764310000000 } from './migrations/1764310000000-create-sole-gateway';
import { AnnounceKeys1764410000000 } from './migrations/1764410000000-announce-keys';
import { CreateGateways1764700000000 } from './migrations/1764700000000-create-gateways';
import { CreateDailyRequests1765100000000 } from './migrations/1765100000000-create-daily-requests';
import { AddSandboxes1766100000000 } from './migrations/1766100000000-add-sandboxes';
import { CreateLoggedRequests1767300000000 } from './migrations/1767300000000-create-logged-requests';
import { LogOperations1767600000000 } from './migrations/1767600000000-log-operations';
import { ReportOtherGateways1768300000000 } from './migrations/1768300000000-report-other-gateways';

export const gatewayEntities = [companyTable, keyTable];
export const gatewayMigrations = [
  CreateGateway1764000000000,
  SealKeptAnswers1764300000000,
  CreateSoleGateway1764310000000,
  AnnounceKeys1764410000000,
  CreateGateways1764700000000,
  CreateDailyRequests1765100000000,
  AddSandboxes1766100000000,
  CreateLoggedRequests1767300000000,
  LogOperations1767600000000,
  ReportOtherGateways1768300000000,
];

/** The connection to the `gateway` schema. */
export const gatewayDataSource = (url: string, log: Logger): DataSource =>
  createDataSource({
    url,
    name: 'gateway',
    entities: gatewayEntities,
    migrations: gatewayMigrations,
    log,
  });
