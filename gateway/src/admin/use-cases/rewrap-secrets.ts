import type { Resealed } from '@svc/database';
import type { Dependencies } from './dependencies';

/** How many of a company's stored secrets were encrypted again, here and in `webhooks`. */
export interface Rewrapped {
  readonly gateway: Resealed;
  readonly webhooks: Resealed;
}

/** Encrypts all that is stored of a company with the first value of ENCRYPTION_KEY; repeatable. */
export const rewrapSecrets =
  ({ companies, kept, services }: Dependencies) =>
  async (slug: string, requestId: string): Promise<Rewrapped> => {
    const company = await companies.get(slug);
    const gateway = await kept.reseal(company.id);
    const { status, body } = await services.ask({
      service: 'webhooks',
      company,
      method: 'POST',
      pathAndQuery: '/secrets/rewrap',
      body: Buffer.alloc(0),
      requestId,
    });
    if (status !== 200)
      throw new Error(`webhooks answered ${status} to the rewrapping of secrets.`);
    const { data: webhooks } = JSON.parse(body.toString()) as { data: Resealed };
    return { gateway, webhooks };
  };
