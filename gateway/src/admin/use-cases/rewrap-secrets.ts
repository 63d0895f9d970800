import { addReencryptionCounts, type ReencryptionCounts } from '@svc/database';
import { sandboxOf, type RecordsOwner } from '../domain/company';
import type { Dependencies } from './dependencies';

/** How many of the stored secrets of a company and its sandbox were encrypted again, here and in `webhooks`. */
export interface Rewrapped {
  readonly gateway: ReencryptionCounts;
  readonly webhooks: ReencryptionCounts;
}

/** Encrypts all that is stored of a company with the first value of ENCRYPTION_KEY; repeatable. */
export const rewrapSecrets =
  ({ companies, kept, services }: Dependencies) =>
  async (slug: string, requestId: string): Promise<Rewrapped> => {
    const company = await companies.get(slug);
    const live = await rewrapped(company);
    const test = await rewrapped(sandboxOf(company));
    return {
      gateway: addReencryptionCounts(live.gateway, test.gateway),
      webhooks: addReencryptionCounts(live.webhooks, test.webhooks),
    };

    async function rewrapped(owner: RecordsOwner): Promise<Rewrapped> {
      const gateway = await kept.reseal(owner.id);
      const webhooks = await services.post<ReencryptionCounts>({
        service: 'webhooks',
        company: owner,
        path: '/secrets/rewrap',
        requestId,
      });
      return { gateway, webhooks };
    }
  };
