import {
  readChanges,
  readListPage,
  selectList,
  statement,
  toConditions,
  type ListSource,
  type Run,
} from '@svc/database';
import type { HistoryQuery, RecordHistory } from '@svc/outbox';
import { createRecordWrites } from '@svc/records';
import { serviceRecord, type ServiceRecord } from '../records/service-record';
import type { ServiceRecordDraft } from '../domain/service-record';

/** A service record as people see it. */
export interface DashboardServiceRecord extends ServiceRecord {
  readonly technicianName: string | null;
}

const COLUMNS = `${selectList(serviceRecord.columns)},
  (select technician_name from technician_names technician
   where technician.company_id = record.company_id
     and technician.technician_id = record.technician_id) as "technicianName"`;

export const createServiceRecordReads = (run: Run): RecordHistory<DashboardServiceRecord> => ({
  list: (wanted, page) => readListPage(run, listOf(wanted), page),

  listChanges: (wanted, part) =>
    readChanges(run, { ...listOf(wanted), changedAt: 'record.created_at' }, part),
});

const listOf = ({ companyId, id, changedFrom }: HistoryQuery): ListSource => ({
  name: 'service_records',
  table: 'service_records record',
  columns: COLUMNS,
  owner: { company_id: companyId, asset_id: id },
  where: toConditions({ changedFrom }, { changedFrom: 'record.created_at >= ?' }),
  order: changedFrom ? 'record.created_at, record.id' : 'record.service_date desc, record.id desc',
});

const FIND = statement<
  Pick<ServiceRecordDraft, 'companyId' | 'assetId' | 'serviceDate' | 'serviceType' | 'description'>
>()(
  'find_service_record',
  `select from service_records
   where company_id = :companyId and asset_id = :assetId and service_date = :serviceDate
     and service_type = :serviceType and description = :description limit 1`,
);

export const createServiceRecordRepository = (run: Run) => ({
  ...createRecordWrites(run, serviceRecord, 'assets'),

  async has(draft: ServiceRecordDraft): Promise<boolean> {
    const { companyId, assetId, serviceDate, serviceType, description } = draft;
    const asked = { companyId, assetId, serviceDate, serviceType, description };
    return (await run(FIND, asked)).length > 0;
  },
});
