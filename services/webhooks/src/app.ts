import { createCompanyEmptier, runRolledBack, createRun, type EmptyCompany } from '@svc/database';
import {
  createServiceApp,
  createDryRunRoutes,
  createEmptySandboxRoutes,
  type DryRun,
  type ServiceApp,
} from '@svc/http';
import type { Logger } from '@svc/logging';
import type { AddressGuard, OutgoingHttp, ResolveHost } from '@svc/outgoing-http';
import type Koa from 'koa';
import type { DataSource } from 'typeorm';
import type { Arrivals } from './delivery/arrivals';
import { createCheckTarget } from './use-cases/check-target';
import { prepareClaim } from './delivery/prepare-claim';
import {
  createFindLatestRecord,
  createRecordReader,
  type RecordOwners,
} from './delivery/read-records';
import { createSendTestEvent } from './delivery/send-test-event';
import { adminRoutes, endpointRoutes } from './http/admin-routes';
import { hooksRoutes } from './http/routes';
import { createCompanySettingsTable } from './persistence/company-settings';
import { createDeliveryLog } from './persistence/delivery-log';
import { createDeliveryQueue } from './persistence/delivery-queue';
import { createDeliveryReads } from './persistence/delivery-reads';
import { createEndpointRepository, createFindFailing } from './persistence/endpoint-repository';
import { createReadPulledEvents } from './persistence/pulled-events';
import { createListenerTable } from './persistence/listeners';
import { createReencryptSecrets } from './persistence/reencrypt-secrets';
import type { SecretBox } from './persistence/secret-box';
import { createTransact, type Transact } from './persistence/transaction';
import { createWebhooksUseCases, type WebhooksUseCases } from './use-cases';
import type { Dependencies } from './use-cases/dependencies';

export interface WebhooksDependencies {
  readonly db: DataSource;
  readonly transact: Transact;
  readonly box: SecretBox;
  readonly owners: RecordOwners;
  readonly guard: AddressGuard;
  readonly resolve: ResolveHost;
  readonly sender: OutgoingHttp;
  readonly gapsMs: readonly number[];
  readonly arrivals: Arrivals;
  readonly now: () => Date;
  readonly log: Logger;
}

export type Webhooks = WebhooksUseCases & {
  readonly dryRun: DryRun<WebhooksUseCases>;
  readonly emptySandbox: EmptyCompany;
};

export const createWebhooksService = (dependencies: WebhooksDependencies): Webhooks => {
  const { db, transact, box, owners, guard, resolve, sender, gapsMs, now, log, arrivals } =
    dependencies;
  const run = createRun(db);
  const startReadingRecords = createRecordReader(owners);
  const tools: Dependencies = {
    transact,
    transactWithoutWakingRelay: createTransact(db, box, () => undefined),
    endpoints: createEndpointRepository(db.manager, box),
    reencryptSecrets: createReencryptSecrets(db, box),
    deliveries: createDeliveryReads(run),
    listeners: createListenerTable(db.manager),
    companies: createCompanySettingsTable(db),
    queue: createDeliveryQueue(run),
    arrivals,
    readPulledEvents: createReadPulledEvents(run),
    startReadingRecords,
    prepareClaim: (deliveries) => prepareClaim(deliveries, { startReadingRecords, box, now }),
    logAttempts: createDeliveryLog(db).logAttempts,
    findFailing: createFindFailing(run),
    gapsMs,
    checkTarget: createCheckTarget(guard, resolve),
    sendTestEvent: createSendTestEvent(sender, now, log),
    findLatestRecord: createFindLatestRecord(owners),
    log,
    now,
  };
  const dryRun: DryRun<WebhooksUseCases> = (work) =>
    runRolledBack(db, (tx) => {
      const rolledBack = createTransact(tx, box, () => undefined);
      return work(
        createWebhooksUseCases({
          ...tools,
          transact: rolledBack,
          transactWithoutWakingRelay: rolledBack,
        }),
      );
    });
  return { ...createWebhooksUseCases(tools), dryRun, emptySandbox: createCompanyEmptier(db) };
};

export const createWebhooksApp = (webhooks: Webhooks, settings: Omit<ServiceApp, 'routers'>): Koa =>
  createServiceApp({
    routers: [
      hooksRoutes(webhooks),
      createDryRunRoutes(webhooks.dryRun, endpointRoutes),
      ...adminRoutes(webhooks),
      createEmptySandboxRoutes(webhooks.emptySandbox),
    ],
    ...settings,
  });
