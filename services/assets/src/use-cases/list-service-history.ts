import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { ServiceRecord } from '../domain/service-record';
import type { WantedHistory } from '../persistence/service-record-reads';
import type { Dependencies } from './dependencies';

export interface ListServiceHistory extends WantedHistory {
  readonly page: Page;
}

export const listServiceHistory =
  ({ serviceRecords }: Dependencies) =>
  ({ page, ...wanted }: ListServiceHistory): Promise<Found<ServiceRecord>> =>
    serviceRecords.list(wanted, page);
