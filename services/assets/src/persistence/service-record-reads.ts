import {
  toConditions,
  readListPage,
  readChanges,
  selectList,
  type ListSource,
  type Run,
} from '@svc/database';
import type { RecordHistory, HistoryQuery } from '@svc/outbox';
import { serviceRecord, type ServiceRecord } from '../records/service-record';

/** A service record as people see it. */
export interface ShownServiceRecord extends ServiceRecord {
  readonly technicianName: string | null;
}

const COLUMNS = `${selectList(serviceRecord.columns)},
  (select technician_name from technician_names technician
   where technician.company_id = record.company_id
     and technician.technician_id = record.technician_id) as "technicianName"`;

export const serviceRecordReads = (run: Run): RecordHistory<ShownServiceRecord> => ({
  list: (wanted, page) => readListPage(run, listOf(wanted), page),

  listChanges: (wanted, part) =>
    readChanges(run, { ...listOf(wanted), changedAt: 'record.created_at' }, part),
});

const listOf = ({ companyId, id, changedFrom }: HistoryQuery): ListSource => ({
  name: 'service_records',
  table: 'service_records record',
  columns: COLUMNS,
  of: { company_id: companyId, asset_id: id },
  where: toConditions({ changedFrom }, { changedFrom: 'record.created_at >= ?' }),
  order: changedFrom ? 'record.created_at, record.id' : 'record.service_date desc, record.id desc',
});
