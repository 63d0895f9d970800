import type { Resealed } from '@svc/database';
import type { KeptAnswers } from '../idempotency/kept-answers';
import type { CompanyRecord } from '../persistence/company-table';
import type { ServiceAdmin } from './service-admin';

export interface Rewrapping {
  readonly kept: Pick<KeptAnswers, 'reseal'>;
  readonly services: ServiceAdmin;
}

/** What became of a company's stored secrets, here and in the one service that has some too. */
export interface Rewrapped {
  readonly gateway: Resealed;
  readonly webhooks: Resealed;
}

/** Encrypts all that is stored of a company with the first value of ENCRYPTION_KEY; repeatable. */
export async function rewrapSecrets(
  company: CompanyRecord,
  requestId: string,
  { kept, services }: Rewrapping,
): Promise<Rewrapped> {
  const gateway = await kept.reseal(company.id);
  const { status, body } = await services.ask({
    service: 'webhooks',
    company,
    method: 'POST',
    pathAndQuery: '/secrets/rewrap',
    body: Buffer.alloc(0),
    requestId,
  });
  if (status !== 200) throw new Error(`webhooks answered ${status} to the rewrapping of secrets.`);
  const { data: webhooks } = JSON.parse(body.toString()) as { data: Resealed };
  return { gateway, webhooks };
}
