import type { LastingEndpoint } from '../domain/endpoint';
import type { EndpointReads } from '../persistence/endpoint-repository';

export interface EndpointWithPause extends LastingEndpoint {
  readonly isPaused: boolean;
}

export async function addPauses(
  endpoints: Pick<EndpointReads, 'findPaused'>,
  companyId: number,
  rows: readonly LastingEndpoint[],
): Promise<EndpointWithPause[]> {
  const ids = rows.map(({ id }) => id);
  const paused = await endpoints.findPaused(companyId, ids);
  return rows.map((row) => ({ ...row, isPaused: paused.has(row.id) }));
}
