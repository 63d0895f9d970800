import { dayOf } from '../../limits/daily-allowance';
import type { RequestsOfDay } from '../../limits/daily-requests';
import type { Dependencies } from './dependencies';
import type { RecordsOf } from './describe-company';

/** What was asked of a company's records, or of its sandbox's, on each of the last UTC days, today the last of them. @throws not_found */
export const countRequests =
  ({ companies, requests, now }: Dependencies) =>
  async ({ companyId, sandboxOf }: RecordsOf, days: number): Promise<readonly RequestsOfDay[]> => {
    await companies.getById(sandboxOf ?? companyId);
    const firstDay = dayOf(now().getTime()) - days + 1;
    const counted = new Map(
      (await requests.since(companyId, firstDay)).map((each) => [each.day, each]),
    );
    return Array.from({ length: days }, (_, index) => {
      const day = firstDay + index;
      return counted.get(day) ?? { companyId, day, reads: 0, writes: 0 };
    });
  };
