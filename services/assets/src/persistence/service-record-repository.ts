import type { EntityManager } from 'typeorm';
import type { ServiceRecord, ServiceRecordDraft } from '../domain/service-record';
import { serviceRecordTable } from './service-record-table';

/** Service records inside a transaction. */
export const serviceRecordRepository = (tx: EntityManager) => {
  const records = tx.getRepository(serviceRecordTable);
  return {
    async add(draft: ServiceRecordDraft): Promise<ServiceRecord> {
      const { identifiers } = await records.insert(draft);
      return { ...draft, id: Number(identifiers[0]?.['id']) };
    },

    /** Whether service of that kind and description was recorded for that day. */
    has: ({ companyId, assetId, serviceDate, serviceType, description }: ServiceRecordDraft) =>
      records.existsBy({ companyId, assetId, serviceDate, serviceType, description }),
  };
};

export type ServiceRecordRepository = ReturnType<typeof serviceRecordRepository>;
