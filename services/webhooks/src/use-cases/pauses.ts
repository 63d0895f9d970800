import type { ManagedEndpoint } from '../domain/endpoint';
import type { EndpointReads } from '../persistence/endpoint-repository';

export interface EndpointWithPause extends ManagedEndpoint {
  readonly isPaused: boolean;
}

export async function addPauses(
  endpoints: Pick<EndpointReads, 'findPaused'>,
  companyId: number,
  rows: readonly ManagedEndpoint[],
): Promise<EndpointWithPause[]> {
  const ids = rows.map(({ id }) => id);
  const paused = await endpoints.findPaused(companyId, ids);
  return rows.map((row) => ({ ...row, isPaused: paused.has(row.id) }));
}
