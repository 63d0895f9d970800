import { toDay } from '../../limits/daily-allowance';
import type { RequestsOfDay } from '../../limits/daily-requests';
import type { Dependencies } from './dependencies';
import type { RecordsOf } from './describe-company';

/** Oldest day first, today included. @throws not_found */
export const countRequests =
  ({ companies, requests, now }: Dependencies) =>
  async ({ companyId, sandboxOf }: RecordsOf, days: number): Promise<readonly RequestsOfDay[]> => {
    await companies.getById(sandboxOf ?? companyId);
    const firstDay = toDay(now().getTime()) - days + 1;
    const counted = new Map(
      (await requests.since(companyId, firstDay)).map((each) => [each.day, each]),
    );
    return Array.from({ length: days }, (_, index) => {
      const day = firstDay + index;
      return counted.get(day) ?? { companyId, day, reads: 0, writes: 0 };
    });
  };
