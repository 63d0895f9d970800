import { DomainError } from '@svc/contracts';
import type { KeptRequest } from '../../request-log/request-log';
import type { Dependencies } from './dependencies';

/**
 * One of them, by its request_id and, of a bulk, the place of the operation: the first one where none is
 * named.
 *
 * @throws not_found
 */
export const getLoggedRequest =
  ({ requestLog }: Dependencies) =>
  async (companyId: number, requestId: string, place?: number): Promise<KeptRequest> => {
    const oldestFirst = { requestId, place, after: 0 };
    const { rows } = await requestLog.list(companyId, oldestFirst, { page: 1, perPage: 1 });
    if (rows[0]) return rows[0];
    throw new DomainError('not_found', `The request log has no request ${requestId}.`);
  };
