import { toDay, toIsoDate } from '../../limits/daily-allowance';
import type { RejectionCount } from '../../request-log/request-log';
import type { Dependencies } from './dependencies';

export interface RejectionsOfDay {
  readonly date: string;
  readonly errors: readonly Pick<RejectionCount, 'error' | 'requests'>[];
}

/** Oldest UTC day first, today included. */
export const countRejections =
  ({ requestLog, now }: Dependencies) =>
  async (companyId: number, days: number): Promise<readonly RejectionsOfDay[]> => {
    const firstDay = toDay(now().getTime()) - days + 1;
    const counted = await requestLog.count(companyId, new Date(toIsoDate(firstDay)));
    return Array.from({ length: days }, (_, index) => {
      const date = toIsoDate(firstDay + index);
      const errors = counted.filter((each) => each.date === date);
      return { date, errors: errors.map(({ error, requests }) => ({ error, requests })) };
    });
  };
