import type { LastingEndpoint } from '../domain/endpoint';
import type { EndpointReads } from '../persistence/endpoint-repository';

export interface EndpointWithPause extends LastingEndpoint {
  readonly isPaused: boolean;
}

export async function withPauses(
  endpoints: Pick<EndpointReads, 'pausedAmong'>,
  companyId: number,
  rows: readonly LastingEndpoint[],
): Promise<EndpointWithPause[]> {
  const paused = await endpoints.pausedAmong(
    companyId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, isPaused: paused.has(row.id) }));
}
