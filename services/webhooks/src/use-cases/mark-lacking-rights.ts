import type { ManagedEndpoint } from '../domain/endpoint';
import type { EndpointReads } from '../persistence/endpoint-repository';

export interface EndpointWithRights extends ManagedEndpoint {
  /** A right or feature for one of its events is missing. */
  readonly lacksRights: boolean;
}

export async function markLackingRights(
  endpoints: Pick<EndpointReads, 'findLackingRights'>,
  companyId: number,
  rows: readonly ManagedEndpoint[],
): Promise<EndpointWithRights[]> {
  const ids = rows.map(({ id }) => id);
  const lacking = await endpoints.findLackingRights(companyId, ids);
  return rows.map((row) => ({ ...row, lacksRights: lacking.has(row.id) }));
}
