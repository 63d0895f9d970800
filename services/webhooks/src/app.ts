import { createCompanyEmptier, runRolledBack, createRun, type EmptyCompany } from '@svc/database';
import {
  createServiceApp,
  createDryRunRoutes,
  createEmptySandboxRoutes,
  type DryRun,
  type ServiceApp,
} from '@svc/http';
import type { Logger } from '@svc/logging';
import type { AddressGuard, ResolveHost } from '@svc/outgoing-http';
import type Koa from 'koa';
import type { DataSource } from 'typeorm';
import { checkTargetWith } from './use-cases/check-target';
import { prepareClaim } from './delivery/prepare-claim';
import { latestRecordOf, recordReader, type Owners } from './delivery/record-reader';
import type { Sender } from './delivery/attempt-delivery';
import { sendTestEventBy } from './delivery/send-test-event';
import { adminRoutes, endpointRoutes } from './http/admin-routes';
import { hooksRoutes } from './http/routes';
import { companySettings } from './persistence/company-settings';
import { deliveryLog } from './persistence/delivery-log';
import { deliveryQueue } from './persistence/delivery-queue';
import { deliveryReads } from './persistence/delivery-reads';
import { endpointRepository, findFailing } from './persistence/endpoint-repository';
import { listenerTable } from './persistence/listeners';
import { resealSecretsIn } from './persistence/reseal-secrets';
import type { SecretBox } from './persistence/secret-box';
import { transactOn, type Transact } from './persistence/transaction';
import { webhooksUseCases, type WebhooksUseCases } from './use-cases';
import type { Dependencies } from './use-cases/dependencies';

export interface WebhooksDependencies {
  readonly db: DataSource;
  readonly transact: Transact;
  readonly box: SecretBox;
  readonly owners: Owners;
  readonly guard: AddressGuard;
  readonly resolve: ResolveHost;
  readonly sender: Sender;
  /** Milliseconds between attempts. */
  readonly gapsMs: readonly number[];
  readonly now: () => Date;
  readonly log: Logger;
}

export type Webhooks = WebhooksUseCases & {
  readonly dryRun: DryRun<WebhooksUseCases>;
  readonly emptySandbox: EmptyCompany;
};

export const webhooksOn = ({
  db,
  transact,
  box,
  owners,
  guard,
  resolve,
  sender,
  gapsMs,
  now,
  log,
}: WebhooksDependencies): Webhooks => {
  const run = createRun(db);
  const records = recordReader(owners);
  const tools: Dependencies = {
    transact,
    transactUnannounced: transactOn(db, box, () => undefined),
    endpoints: endpointRepository(db.manager, box),
    resealSecrets: resealSecretsIn(db, box),
    deliveries: deliveryReads(run),
    listeners: listenerTable(db.manager),
    companies: companySettings(db),
    queue: deliveryQueue(run),
    prepare: (claimed) => prepareClaim(claimed, { records, box, now }),
    logAttempts: deliveryLog(db).finish,
    findFailing: findFailing(run),
    gapsMs,
    checkTarget: checkTargetWith(guard, resolve),
    sendTestEvent: sendTestEventBy(sender, now, log),
    findLatestRecord: latestRecordOf(owners),
    log,
    now,
  };
  const dryRun: DryRun<WebhooksUseCases> = (work) =>
    runRolledBack(db, (tx) => {
      const undone = transactOn(tx, box, () => undefined);
      return work(webhooksUseCases({ ...tools, transact: undone, transactUnannounced: undone }));
    });
  return { ...webhooksUseCases(tools), dryRun, emptySandbox: createCompanyEmptier(db) };
};

export const webhooksApp = (webhooks: Webhooks, settings: Omit<ServiceApp, 'routers'>): Koa =>
  createServiceApp({
    routers: [
      hooksRoutes(webhooks),
      createDryRunRoutes(webhooks.dryRun, endpointRoutes),
      ...adminRoutes(webhooks),
      createEmptySandboxRoutes(webhooks.emptySandbox),
    ],
    ...settings,
  });
