import type { ServiceName } from '@svc/contracts';
import { addResealed, type Resealed } from '@svc/database';
import { sandboxOf, type RecordsOwner } from '../domain/company';
import type { Dependencies } from './dependencies';

/** How many of the stored secrets of a company were encrypted again: by whom they are kept. */
export interface Rewrapped extends OfRecords {
  /** Of its people. */
  readonly dashboard: Resealed;
}

/** What a company and its sandbox have each. */
interface OfRecords {
  readonly gateway: Resealed;
  readonly webhooks: Resealed;
}

/** Encrypts all that is stored of a company with the first value of ENCRYPTION_KEY; repeatable. */
export const rewrapSecrets =
  ({ companies, kept, services }: Dependencies) =>
  async (slug: string, requestId: string): Promise<Rewrapped> => {
    const company = await companies.get(slug);
    const live = await rewrapped(company);
    const test = await rewrapped(sandboxOf(company));
    return {
      gateway: addResealed(live.gateway, test.gateway),
      webhooks: addResealed(live.webhooks, test.webhooks),
      dashboard: await rewrappedBy('dashboard', company),
    };

    async function rewrapped(owner: RecordsOwner): Promise<OfRecords> {
      const gateway = await kept.reseal(owner.id);
      return { gateway, webhooks: await rewrappedBy('webhooks', owner) };
    }

    function rewrappedBy(service: ServiceName, owner: RecordsOwner): Promise<Resealed> {
      const path = '/secrets/rewrap';
      return services.post<Resealed>({ service, company: owner, path, requestId });
    }
  };
