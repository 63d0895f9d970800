import type { Dependencies } from './dependencies';

/** Stops the deliveries of an endpoint that was removed or is off, if that is still so. */
export const stopDeliveries =
  ({ transact }: Pick<Dependencies, 'transact'>) =>
  (companyId: number, id: number): Promise<void> =>
    transact(async ({ endpoints, deliveries }) => {
      const endpoint = await endpoints.lockIfThere(companyId, id);
      if (!endpoint?.isOn) await deliveries.stop(companyId, id);
    });
