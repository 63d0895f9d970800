import { throwIfInvalid, type Caller } from '@svc/contracts';
import { findReferenceProblems } from '../domain/references';
import { newServiceRecord } from '../domain/service-record';
import type { ServiceRecord, ServiceRecordDetails } from '../records/service-record';
import type { Dependencies } from './dependencies';

export const createServiceRecord =
  ({ findReferences, writeOnce, now }: Dependencies) =>
  async (
    caller: Caller,
    assetId: number,
    details: ServiceRecordDetails,
  ): Promise<ServiceRecord> => {
    const { companyId } = caller;
    const draft = newServiceRecord({ companyId, id: assetId }, details, now());
    const wanted = { technicianId: details.technicianId };
    const found = await findReferences(wanted, caller);
    return writeOnce(async ({ assets, serviceRecords }) => {
      await assets.find(companyId, assetId);
      throwIfInvalid(findReferenceProblems(wanted, found, { technicianId: 'technician_id' }));
      return serviceRecords.add(caller, draft, () => []);
    });
  };
