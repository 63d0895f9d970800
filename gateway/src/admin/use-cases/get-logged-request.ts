import { DomainError } from '@svc/contracts';
import type { KeptRequest } from '../../request-log/request-log';
import type { Dependencies } from './dependencies';

/** One of them, by its request_id and, of a bulk, the place of the operation. @throws not_found */
export const getLoggedRequest =
  ({ requestLog }: Dependencies) =>
  async (companyId: number, requestId: string, place?: number): Promise<KeptRequest> => {
    const found = await requestLog.find(companyId, requestId, place);
    if (found) return found;
    throw new DomainError('not_found', `The request log has no request ${requestId}.`);
  };
