import type { Page } from '@svc/kernel';
import type { LoggedRequestAnswer, LoggedRequestsQuery } from '../../contract/request-log';
import { listedIn, queryText, type Listed } from './list-from';
import type { Asker, Owners } from './owners';

/** A request as the gateway answers it. */
export interface OwnRequest extends LoggedRequestAnswer {
  readonly id: number;
}

/** The log of refused and failed requests with the company's keys, of which the gateway is the owner. */
export const requestLogOf = ({ gateway }: Pick<Owners, 'gateway'>) => ({
  async list(
    asker: Asker,
    { status, error, key_id, method, request_id, address, from, to }: LoggedRequestsQuery,
    { page, perPage }: Page,
  ): Promise<Listed<LoggedRequestAnswer>> {
    const filter = { status, error, key_id, method, request_id, address, from, to };
    const path = `/requests?${queryText({ ...filter, page, per_page: perPage })}`;
    const { rows, total } = listedIn(await gateway<OwnRequest[]>(asker, { method: 'GET', path }));
    return { rows: rows.map(shown), total };
  },

  /** @throws not_found */
  async find(asker: Asker, requestId: string, operation?: number): Promise<LoggedRequestAnswer> {
    const path = `/request?${queryText({ request_id: requestId, operation })}`;
    return shown((await gateway<OwnRequest>(asker, { method: 'GET', path })).data);
  },
});

export type RequestLog = ReturnType<typeof requestLogOf>;

const shown = ({ id: _id, ...request }: OwnRequest): LoggedRequestAnswer => request;
