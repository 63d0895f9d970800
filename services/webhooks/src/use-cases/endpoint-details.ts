import type { Delivery } from '../domain/delivery';
import type { LastingEndpoint } from '../domain/endpoint';
import type { Dependencies } from './dependencies';
import { withPauses, type EndpointWithPause } from './pauses';

/** An endpoint with what the dashboard shows of it beyond the operator's list. */
export interface DetailedEndpoint extends EndpointWithPause {
  readonly lastDelivery: Delivery | null;
  /** Until when the former secret signs beside the current one. */
  readonly formerSecretUntil: Date | null;
}

/** Endpoints of a company with what the dashboard shows of each. */
export async function withDetails(
  { endpoints, deliveries, now }: Dependencies,
  companyId: number,
  rows: readonly LastingEndpoint[],
): Promise<DetailedEndpoint[]> {
  const ids = rows.map(({ id }) => id);
  const [last, until, withPause] = await Promise.all([
    deliveries.lastOf(companyId, ids),
    endpoints.formerSecretsUntil(companyId, ids),
    withPauses(endpoints, companyId, rows),
  ]);
  const at = now();
  const stillSigning = (id: number): Date | null => {
    const end = until.get(id);
    return end && end > at ? end : null;
  };
  return withPause.map((endpoint) => ({
    ...endpoint,
    lastDelivery: last.get(endpoint.id) ?? null,
    formerSecretUntil: stillSigning(endpoint.id),
  }));
}
