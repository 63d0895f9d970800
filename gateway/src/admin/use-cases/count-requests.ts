import { toDay } from '../../limits/daily-allowance';
import type { RequestsOfDay } from '../../limits/daily-requests';
import type { Dependencies } from './dependencies';
import type { CompanyReference } from './describe-company';

/** Oldest day first, today included. @throws not_found */
export const countRequests =
  ({ companies, dailyRequests, now }: Dependencies) =>
  async (
    { companyId, sandboxOf }: CompanyReference,
    days: number,
  ): Promise<readonly RequestsOfDay[]> => {
    await companies.getById(sandboxOf ?? companyId);
    const firstDay = toDay(now().getTime()) - days + 1;
    const counted = new Map(
      (await dailyRequests.listSince(companyId, firstDay)).map((each) => [each.day, each]),
    );
    return Array.from({ length: days }, (_, index) => {
      const day = firstDay + index;
      return counted.get(day) ?? { companyId, day, reads: 0, writes: 0 };
    });
  };
