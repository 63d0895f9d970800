import { DomainError } from '@svc/contracts';
import type { StoredRequest } from '../../request-log/request-log';
import type { Dependencies } from './dependencies';

/** For a bulk, returns the operation at `place`, or else the first. @throws not_found */
export const getLoggedRequest =
  ({ requestLog }: Dependencies) =>
  async (companyId: number, requestId: string, place?: number): Promise<StoredRequest> => {
    const oldestFirst = { requestId, place, after: 0 };
    const { rows } = await requestLog.list(companyId, oldestFirst, { page: 1, perPage: 1 });
    if (rows[0]) return rows[0];
    throw new DomainError('not_found', `The request log has no request ${requestId}.`);
  };
