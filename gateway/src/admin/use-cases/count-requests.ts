import { dayOf } from '../../limits/daily-allowance';
import type { RequestsOfDay } from '../../limits/daily-requests';
import type { Dependencies } from './dependencies';

/** What a company asked on each of the last UTC days, today the last of them. @throws not_found */
export const countRequests =
  ({ companies, requests, now }: Dependencies) =>
  async (id: number, days: number): Promise<readonly RequestsOfDay[]> => {
    const { id: companyId } = await companies.getById(id);
    const firstDay = dayOf(now().getTime()) - days + 1;
    const counted = new Map(
      (await requests.since(companyId, firstDay)).map((each) => [each.day, each]),
    );
    return Array.from({ length: days }, (_, index) => {
      const day = firstDay + index;
      return counted.get(day) ?? { companyId, day, reads: 0, writes: 0 };
    });
  };
