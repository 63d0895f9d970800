import { createOutbox, createTransactWith, type Outbox, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { companySettings, type CompanySettingsTable } from './company-settings';
import { deliveryLog, type DeliveryLog } from './delivery-log';
import { endpointRepository, type EndpointRepository } from './endpoint-repository';
import { keyRights, type KeyRightsTable } from './key-rights';
import { listenerTable, type ListenerTable } from './listeners';
import { pauses, type Pauses } from './pauses';
import type { SecretBox } from './secret-box';
import { waitingEvents, type WaitingEvents } from './waiting-events';

export interface UnitOfWork {
  readonly endpoints: EndpointRepository;
  readonly listeners: ListenerTable;
  readonly deliveries: DeliveryLog;
  readonly waiting: WaitingEvents;
  readonly companies: CompanySettingsTable;
  readonly rights: KeyRightsTable;
  readonly pauses: Pauses;
  readonly outbox: Outbox;
}

export type Transact = TransactWith<UnitOfWork>;

export const unitOfWork = (tx: EntityManager, box: SecretBox): UnitOfWork => ({
  endpoints: endpointRepository(tx, box),
  listeners: listenerTable(tx),
  deliveries: deliveryLog(tx),
  waiting: waitingEvents(tx),
  companies: companySettings(tx),
  rights: keyRights(tx),
  pauses: pauses(tx),
  outbox: createOutbox(tx, 'webhooks'),
});

export const transactOn = (
  db: DataSource | EntityManager,
  box: SecretBox,
  committed: () => void,
): Transact => createTransactWith(db, (tx) => unitOfWork(tx, box), committed);
