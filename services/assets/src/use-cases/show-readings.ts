import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { MeterReading } from '../domain/meter';
import type { Dependencies } from './dependencies';

/** What a meter showed, of a deleted asset too, the latest first. */
export const showReadings =
  ({ meters }: Dependencies) =>
  async (companyId: number, meterId: number, page: Page): Promise<Found<MeterReading>> => {
    await meters.find(companyId, meterId);
    return meters.readings(companyId, meterId, page);
  };
