import type { NamedKeyRequests } from '../../limits/key-requests';
import { toDay } from '../../limits/daily-allowance';
import type { Dependencies } from './dependencies';

const DAYS = 30;

const findFirstDay = ({ now }: Pick<Dependencies, 'now'>): number =>
  toDay(now().getTime()) - DAYS + 1;

/** Requests of thirty UTC days, today included, by day, key and operation. */
export const listKeyRequests =
  ({ keyRequests, now }: Pick<Dependencies, 'keyRequests' | 'now'>) =>
  (companyId: number, keyId?: number): Promise<readonly NamedKeyRequests[]> =>
    keyRequests.list(companyId, findFirstDay({ now }), keyId);

/** A number for each of the same days, the oldest first, by key. */
export const countKeyRequests =
  ({ keyRequests, now }: Pick<Dependencies, 'keyRequests' | 'now'>) =>
  async (
    companyId: number,
    keyIds: readonly number[],
  ): Promise<(keyId: number) => readonly number[]> => {
    const firstDay = findFirstDay({ now });
    const rows = await keyRequests.countByDay(companyId, keyIds, firstDay);
    const counted = new Map(rows.map(({ keyId, day, requests }) => [`${keyId} ${day}`, requests]));
    return (keyId) =>
      Array.from({ length: DAYS }, (_, at) => counted.get(`${keyId} ${firstDay + at}`) ?? 0);
  };
