import { addReencryptionCounts, type ReencryptionCounts } from '@svc/database';
import { toSandbox, type RecordsOwner } from '../domain/company';
import type { Dependencies } from './dependencies';

export interface Rewrapped {
  readonly gateway: ReencryptionCounts;
  readonly webhooks: ReencryptionCounts;
}

export const rewrapSecrets =
  ({ companies, storedResponses, services }: Dependencies) =>
  async (slug: string, requestId: string): Promise<Rewrapped> => {
    const company = await companies.get(slug);
    const live = await rewrap(company);
    const test = await rewrap(toSandbox(company));
    return {
      gateway: addReencryptionCounts(live.gateway, test.gateway),
      webhooks: addReencryptionCounts(live.webhooks, test.webhooks),
    };

    async function rewrap(owner: RecordsOwner): Promise<Rewrapped> {
      const gateway = await storedResponses.reencrypt(owner.id);
      const webhooks = await services.post<ReencryptionCounts>({
        service: 'webhooks',
        company: owner,
        path: '/secrets/rewrap',
        requestId,
      });
      return { gateway, webhooks };
    }
  };
