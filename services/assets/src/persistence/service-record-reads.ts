import { DomainError } from '@svc/contracts';
import {
  columnsOf,
  conditionsOn,
  listPage,
  readChanges,
  selectList,
  statement,
  type Found,
  type List,
  type Run,
} from '@svc/database';
import type { Changes, ChangesPart, Page } from '@svc/kernel';
import type { ServiceRecord } from '../domain/service-record';
import { serviceRecordTable } from './service-record-table';

/** A service record as people see it. */
export interface ShownServiceRecord extends ServiceRecord {
  readonly technicianName: string | null;
}

/** The service of an asset; a record of it never changes. */
export interface WantedHistory {
  readonly companyId: number;
  readonly assetId: number;
  readonly createdFrom?: Date | undefined;
}

const COLUMNS = selectList(columnsOf(serviceRecordTable));

const ASSET = statement<{ companyId: number; assetId: number }>()(
  'asset_of_service_records',
  'select from assets where company_id = :companyId and id = :assetId and deleted_at is null',
);

/** The service that was done on an asset. */
export const serviceRecordReads = (run: Run) => ({
  /** One page of the history, latest first; not_found when there is no such asset. */
  async list(wanted: WantedHistory, page: Page): Promise<Found<ServiceRecord>> {
    const [found] = await Promise.all([
      listPage<ServiceRecord>(run, historyOf(wanted), page),
      requireAsset(run, wanted),
    ]);
    return found;
  },

  /** The records that were added; not_found when there is no such asset. */
  async listChanges(wanted: WantedHistory, part: ChangesPart): Promise<Changes<ServiceRecord>> {
    const list = { ...historyOf(wanted), changedAt: 'record.created_at' };
    const [changes] = await Promise.all([
      readChanges<ServiceRecord>(run, list, part),
      requireAsset(run, wanted),
    ]);
    return changes;
  },

  /** The same as people see it, of deleted assets too; none where there is no such asset. */
  listShown: (companyId: number, assetId: number, page: Page): Promise<Found<ShownServiceRecord>> =>
    listPage(run, { ...historyOf({ companyId, assetId }), columns: SHOWN_COLUMNS }, page),
});

export type ServiceRecordReads = ReturnType<typeof serviceRecordReads>;

const SHOWN_COLUMNS = `${COLUMNS},
  (select technician_name from technician_names technician
   where technician.company_id = record.company_id
     and technician.technician_id = record.technician_id) as "technicianName"`;

async function requireAsset(run: Run, { companyId, assetId }: WantedHistory): Promise<void> {
  const [asset] = await run(ASSET, { companyId, assetId });
  if (!asset) throw new DomainError('not_found', 'Asset not found.');
}

const historyOf = ({ companyId, assetId, createdFrom }: WantedHistory): List => ({
  name: 'service_records',
  table: 'service_records record',
  columns: COLUMNS,
  of: { company_id: companyId, asset_id: assetId },
  where: conditionsOn({ createdFrom }, { createdFrom: 'record.created_at >= ?' }),
  order: createdFrom ? 'record.created_at, record.id' : 'record.service_date desc, record.id desc',
});
