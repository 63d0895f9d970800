import type { Caller, EndpointManager } from '@svc/contracts';
import type { Page } from '@svc/kernel';
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
async function withDetails(
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

/** The company's endpoint or subscription. @throws not_found */
export const getEndpoint =
  (dependencies: Dependencies) =>
  async ({ companyId }: Caller, id: number): Promise<DetailedEndpoint> => {
    const endpoint = await dependencies.endpoints.get(companyId, id);
    const [detailed] = await withDetails(dependencies, companyId, [endpoint]);
    return detailed as DetailedEndpoint;
  };

/** One page of the company's endpoints and subscriptions, or of those that fit, newest first. */
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
    return { rows: await withDetails(dependencies, companyId, rows), total };
  };
