import { selectList, type Columns } from '@svc/database';
import type { Invoice } from '../domain/invoice';

export const INVOICE_COLUMNS = selectList({
  id: 'id',
  companyId: 'company_id',
  number: 'number',
  jobId: 'job_id',
  version: 'version',
  currency: 'currency',
  totalCents: 'total_cents',
  paidCents: 'paid_cents',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  paidAt: 'paid_at',
} satisfies Columns<keyof Invoice>);
