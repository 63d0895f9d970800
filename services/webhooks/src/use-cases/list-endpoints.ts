import type { Caller, EndpointManager } from '@svc/contracts';
import type { Page } from '@svc/kernel';
import type { Delivery } from '../domain/delivery';
import type { LastingEndpoint } from '../domain/endpoint';
import type { Dependencies } from './dependencies';
import { withPauses, type EndpointWithPause } from './pauses';

export interface DetailedEndpoint extends EndpointWithPause {
  readonly lastDelivery: Delivery | null;
  /** Null when no former secret signs any more. */
  readonly formerSecretUntil: Date | null;
}

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

/** @throws not_found */
export const getEndpoint =
  (dependencies: Dependencies) =>
  async ({ companyId }: Caller, id: number): Promise<DetailedEndpoint> => {
    const endpoint = await dependencies.endpoints.get(companyId, id);
    const [detailed] = await withDetails(dependencies, companyId, [endpoint]);
    return detailed as DetailedEndpoint;
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
    return { rows: await withDetails(dependencies, companyId, rows), total };
  };
