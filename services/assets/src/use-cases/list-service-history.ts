import type { Page } from '@svc/kernel';
import type { ServiceHistory } from '../persistence/service-record-reads';
import type { Dependencies } from './dependencies';

export interface ListServiceHistory {
  readonly companyId: number;
  readonly assetId: number;
  readonly page: Page;
}

export const listServiceHistory =
  ({ serviceRecords }: Dependencies) =>
  ({ companyId, assetId, page }: ListServiceHistory): Promise<ServiceHistory> =>
    serviceRecords.list(companyId, assetId, page);
