import { createOutbox, createTransactWith, type Outbox, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { createCompanySettingsTable, type CompanySettingsTable } from './company-settings';
import { createDeliveryLog, type DeliveryLog } from './delivery-log';
import { createEndpointRepository, type EndpointRepository } from './endpoint-repository';
import { createKeyRightsTable, type KeyRightsTable } from './key-rights';
import { createListenerTable, type ListenerTable } from './listeners';
import { createMissingRightsTable, type MissingRights } from './missing-rights';
import type { SecretBox } from './secret-box';
import { createWaitingEvents, type WaitingEvents } from './waiting-events';

export interface UnitOfWork {
  readonly endpoints: EndpointRepository;
  readonly listeners: ListenerTable;
  readonly deliveries: DeliveryLog;
  readonly waiting: WaitingEvents;
  readonly companies: CompanySettingsTable;
  readonly rights: KeyRightsTable;
  readonly missingRights: MissingRights;
  readonly outbox: Outbox;
}

export type Transact = TransactWith<UnitOfWork>;

export const createUnitOfWork = (tx: EntityManager, box: SecretBox): UnitOfWork => ({
  endpoints: createEndpointRepository(tx, box),
  listeners: createListenerTable(tx),
  deliveries: createDeliveryLog(tx),
  waiting: createWaitingEvents(tx),
  companies: createCompanySettingsTable(tx),
  rights: createKeyRightsTable(tx),
  missingRights: createMissingRightsTable(tx),
  outbox: createOutbox(tx, 'webhooks'),
});

export const createTransact = (
  db: DataSource | EntityManager,
  box: SecretBox,
  onCommitted: () => void,
): Transact => createTransactWith(db, (tx) => createUnitOfWork(tx, box), onCommitted);
