import type { Page } from '@svc/kernel';
import type { ServiceHistory, WantedHistory } from '../persistence/service-record-reads';
import type { Dependencies } from './dependencies';

export interface ListServiceHistory extends WantedHistory {
  readonly page: Page;
}

export const listServiceHistory =
  ({ serviceRecords }: Dependencies) =>
  ({ page, ...wanted }: ListServiceHistory): Promise<ServiceHistory> =>
    serviceRecords.list(wanted, page);
