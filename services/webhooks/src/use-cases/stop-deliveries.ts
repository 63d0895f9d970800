import type { Dependencies } from './dependencies';

/** Stops the deliveries of an endpoint that was removed, is off or paused, if that is still so. */
export const stopDeliveries =
  ({ transact }: Pick<Dependencies, 'transact'>) =>
  (companyId: number, id: number): Promise<void> =>
    transact(async ({ endpoints, deliveries }) => {
      const endpoint = await endpoints.lockIfThere(companyId, id);
      const isPaused = (await endpoints.pausedAmong(companyId, [id])).has(id);
      if (!endpoint?.isOn || isPaused) await deliveries.stop(companyId, id);
    });
