import { DomainError } from '@svc/contracts';
import { statement, type Run } from '@svc/database';
import { offsetOf, type Page } from '@svc/kernel';
import type { ServiceRecord } from '../domain/service-record';

export interface ServiceHistory {
  readonly records: readonly ServiceRecord[];
  readonly total: number;
}

const COLUMNS = `company_id as "companyId", id, asset_id as "assetId", task_id as "taskId",
  service_type as "type", description, resolution_notes as "resolutionNotes",
  parts_used_summary as "partsUsedSummary", technician_id as "technicianId",
  service_date as "serviceDate", service_started_at as "startedAt",
  service_completed_at as "completedAt", next_service_due as "nextServiceDue",
  meter_reading_at_service as "meterReading", labor_hours as "laborHours", service_cost as "cost",
  is_warranty_work as "isWarrantyWork", warranty_claim_number as "warrantyClaimNumber",
  created_at as "createdAt"`;

// No row where the company has no such asset.
const COUNT = statement(
  'count_service_records',
  `select (
     select count(*) from service_records where company_id = $1 and asset_id = $2
   ) as total
   from assets where company_id = $1 and id = $2 and deleted_at is null`,
);

const LIST = statement(
  'list_service_records',
  `select ${COLUMNS} from service_records where company_id = $1 and asset_id = $2
   order by service_date desc, id desc limit $3 offset $4`,
);

/** The service that was done on an asset. */
export const serviceRecordReads = (run: Run) => ({
  /** One page of the history, latest first; not_found when there is no such asset. */
  async list(companyId: number, assetId: number, page: Page): Promise<ServiceHistory> {
    const [[count], records] = await Promise.all([
      run<{ total: number }>(COUNT, [companyId, assetId]),
      run<ServiceRecord>(LIST, [companyId, assetId, page.perPage, offsetOf(page)]),
    ]);
    if (!count) throw new DomainError('not_found', 'Asset not found.');
    return { records, total: count.total };
  },
});

export type ServiceRecordReads = ReturnType<typeof serviceRecordReads>;
