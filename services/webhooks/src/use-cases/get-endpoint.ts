import type { Caller } from '@svc/contracts';
import type { Dependencies } from './dependencies';
import type { EndpointWithPause } from './pauses';

/** The company's endpoint or subscription, or not_found. */
export const getEndpoint =
  ({ endpoints }: Dependencies) =>
  async ({ companyId }: Caller, id: number): Promise<EndpointWithPause> => {
    const endpoint = await endpoints.get(companyId, id);
    const paused = await endpoints.pausedAmong(companyId, [id]);
    return { ...endpoint, isPaused: paused.has(id) };
  };
