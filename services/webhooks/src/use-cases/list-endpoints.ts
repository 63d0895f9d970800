import type { Caller, EndpointManager } from '@svc/contracts';
import type { Page } from '@svc/kernel';
import type { Delivery } from '../domain/delivery';
import type { ManagedEndpoint } from '../domain/endpoint';
import type { Dependencies } from './dependencies';
import { markLackingRights, type EndpointWithRights } from './mark-lacking-rights';

export interface DetailedEndpoint extends EndpointWithRights {
  readonly lastDelivery: Delivery | null;
  /** Null when no former secret signs any more. */
  readonly formerSecretUntil: Date | null;
}

async function addDetails(
  { endpoints, deliveries, now }: Dependencies,
  companyId: number,
  rows: readonly ManagedEndpoint[],
): Promise<DetailedEndpoint[]> {
  const ids = rows.map(({ id }) => id);
  const [last, withRights] = await Promise.all([
    deliveries.findLast(companyId, ids),
    markLackingRights(endpoints, companyId, rows),
  ]);
  const at = now();
  return withRights.map((endpoint) => {
    const { id, formerSecretUntil: until } = endpoint;
    const formerSecretUntil = until && until > at ? until : null;
    return { ...endpoint, lastDelivery: last.get(id) ?? null, formerSecretUntil };
  });
}

export interface MeasuredEndpoint extends DetailedEndpoint {
  /** Covers the last 24 hours; null without any response. */
  readonly medianResponseMs: number | null;
}

const DAY_MS = 24 * 3_600_000;

/** @throws not_found */
export const getEndpoint =
  (dependencies: Dependencies) =>
  async ({ companyId }: Caller, id: number): Promise<MeasuredEndpoint> => {
    const { endpoints, deliveries, now } = dependencies;
    const endpoint = await endpoints.get(companyId, id);
    const since = new Date(now().getTime() - DAY_MS);
    const [[detailed], medianResponseMs] = await Promise.all([
      addDetails(dependencies, companyId, [endpoint]),
      deliveries.findMedianMs(companyId, id, since),
    ]);
    return { ...(detailed as DetailedEndpoint), medianResponseMs };
  };

export const listEndpoints =
  (dependencies: Dependencies) =>
  async (
    { companyId }: Caller,
    wanted: {
      readonly managedBy: EndpointManager | undefined;
      readonly search: string | undefined;
    },
    page: Page,
  ): Promise<{ rows: DetailedEndpoint[]; total: number }> => {
    const { rows, total } = await dependencies.endpoints.page({ companyId, ...wanted }, page);
    return { rows: await addDetails(dependencies, companyId, rows), total };
  };
