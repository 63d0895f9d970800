import { statement, type Run } from '@svc/database';
import { createRecordWrites } from '@svc/records';
import type { ServiceRecordDraft } from '../domain/service-record';
import { serviceRecord } from '../records/service-record';

const FIND = statement<
  Pick<ServiceRecordDraft, 'companyId' | 'assetId' | 'serviceDate' | 'serviceType' | 'description'>
>()(
  'find_service_record',
  `select from service_records
   where company_id = :companyId and asset_id = :assetId and service_date = :serviceDate
     and service_type = :serviceType and description = :description limit 1`,
);

export const serviceRecordRepository = (run: Run) => ({
  ...createRecordWrites(run, serviceRecord, 'assets'),

  async has(draft: ServiceRecordDraft): Promise<boolean> {
    const { companyId, assetId, serviceDate, serviceType, description } = draft;
    const asked = { companyId, assetId, serviceDate, serviceType, description };
    return (await run(FIND, asked)).length > 0;
  },
});
