import type { Caller, EndpointManager } from '@svc/contracts';
import type { Page } from '@svc/kernel';
import type { Dependencies } from './dependencies';
import { withDetails, type DetailedEndpoint } from './endpoint-details';

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
