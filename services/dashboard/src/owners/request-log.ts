import { DomainError } from '@svc/contracts';
import type { Page } from '@svc/kernel';
import type { LoggedRequestAnswer, LoggedRequestsQuery } from '../../contract/request-log';
import { listedIn, queryText, type Listed } from './list-from';
import type { Asker, Owners } from './owners';

/** A request as the gateway answers it. */
interface OwnRequest extends LoggedRequestAnswer {
  readonly id: number;
}

/** The log of refused and failed requests with the company's keys, of which the gateway is the owner. */
export function requestLogOf({ gateway }: Pick<Owners, 'gateway'>) {
  async function list(
    asker: Asker,
    { status, error, key_id, method, request_id, address, from, to }: LoggedRequestsQuery,
    { page, perPage }: Page,
  ): Promise<Listed<LoggedRequestAnswer>> {
    const filter = { status, error, key_id, method, request_id, address, from, to };
    const path = `/requests?${queryText({ ...filter, page, per_page: perPage })}`;
    const { rows, total } = listedIn(await gateway<OwnRequest[]>(asker, { method: 'GET', path }));
    return { rows: rows.map(shown), total };
  }

  return {
    list,

    /** @throws not_found */
    async find(asker: Asker, requestId: string): Promise<LoggedRequestAnswer> {
      const { rows } = await list(asker, { request_id: requestId }, { page: 1, perPage: 1 });
      if (rows[0]) return rows[0];
      throw new DomainError('not_found', `The request log has no request ${requestId}.`);
    },
  };
}

export type RequestLog = ReturnType<typeof requestLogOf>;

const shown = ({ id: _id, ...request }: OwnRequest): LoggedRequestAnswer => request;
