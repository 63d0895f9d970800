import type { DomainEvent } from '@svc/contracts';
import type { Invoice } from './invoice';

export const invoicePaid = (invoice: Invoice, actor: string): DomainEvent => ({
  type: 'invoice.paid',
  companyId: invoice.companyId,
  recordId: invoice.id,
  version: invoice.version,
  occurredAt: invoice.updatedAt,
  actor,
  data: {},
});
