import { refuseInvalid, type Caller } from '@svc/contracts';
import { referenceProblems } from '../domain/references';
import {
  newServiceRecord,
  type ServiceRecordInput,
  type ServiceRecord,
} from '../domain/service-record';
import type { Dependencies } from './dependencies';

export interface CreateServiceRecord {
  readonly caller: Caller;
  readonly assetId: number;
  readonly input: ServiceRecordInput;
}

export const createServiceRecord =
  ({ findReferences, transact, now }: Dependencies) =>
  async ({ caller, assetId, input }: CreateServiceRecord): Promise<ServiceRecord> => {
    const { companyId } = caller;
    // First what the request alone says, then what the company has.
    const draft = newServiceRecord({ companyId, id: assetId }, input, now());
    const wanted = { technicianId: input.technicianId };
    const found = await findReferences(wanted, caller);
    return transact(async ({ assets, serviceRecords }) => {
      await assets.find(companyId, assetId);
      refuseInvalid(referenceProblems(wanted, found, { technicianId: 'technician_id' }));
      return serviceRecords.add(draft);
    });
  };
