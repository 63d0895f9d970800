import { CONTEXTS, createOperatorActed, type EmptyingStep } from '@svc/contracts';
import { toSandbox } from '../domain/company';
import type { Dependencies } from './dependencies';

export interface ResetSandbox {
  readonly deleted: number;
}

/**
 * A new sandbox id hides the old rows at once, so that they can be deleted in many steps. Former
 * sandboxes are emptied again: a call may have stopped half-way, or a late request may have
 * written.
 */
export const resetSandbox =
  ({ companies, storedResponses, transact, services, now }: Dependencies) =>
  async (slug: string, requestId: string): Promise<ResetSandbox> => {
    const former = await transact(async (unit) => {
      await unit.companies.lockSlug(slug);
      const { id, version } = await unit.companies.get(slug);
      const ids = await unit.companies.renewSandbox(id);
      await unit.announceAgain(id, now());
      const event = { companyId: id, recordId: id, version, occurredAt: now() };
      const activity = { kind: 'deletion', what: 'Emptied the test data' } as const;
      await unit.outbox.append([createOperatorActed(event, activity)]);
      return ids;
    });
    // No key reads them any more, and `rewrapSecrets` does not reach them.
    await storedResponses.deleteCompanies(former);
    const company = await companies.get(slug);
    let deleted = 0;
    for (const service of CONTEXTS) {
      for (const id of former) {
        for (let isEmpty = false; !isEmpty;) {
          const emptied = await services.post<EmptyingStep>({
            service,
            company: toSandbox(company, id),
            path: '/sandbox/empty',
            requestId,
          });
          deleted += emptied.deleted;
          isEmpty = emptied.is_empty;
        }
      }
    }
    return { deleted };
  };
