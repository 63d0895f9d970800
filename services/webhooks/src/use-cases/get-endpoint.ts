import type { Caller } from '@svc/contracts';
import type { Dependencies } from './dependencies';
import { withDetails, type DetailedEndpoint } from './endpoint-details';

/** The company's endpoint or subscription. @throws not_found */
export const getEndpoint =
  (dependencies: Dependencies) =>
  async ({ companyId }: Caller, id: number): Promise<DetailedEndpoint> => {
    const endpoint = await dependencies.endpoints.get(companyId, id);
    const [detailed] = await withDetails(dependencies, companyId, [endpoint]);
    return detailed as DetailedEndpoint;
  };
