import { CONTEXTS, createOperatorActed, type EmptyingStep } from '@svc/contracts';
import { sandboxOf } from '../domain/company';
import type { Dependencies } from './dependencies';

/** How many rows were deleted. */
export interface ResetSandbox {
  readonly deleted: number;
}

/**
 * Empties the company's sandbox; its settings, people and keys stay.
 *
 * The company gets a sandbox with another id, of which no context has anything yet: from then on nobody
 * sees or adds to what was there, and it can be deleted in as many steps as that takes. Those that were
 * left before are emptied again, as a call may have ended half-way, or a request that was under way may
 * have written to one since.
 */
export const resetSandbox =
  ({ companies, kept, transact, services, now }: Dependencies) =>
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
    // No key leads to them any more, and a new ENCRYPTION_KEY is not brought to them.
    await kept.forgetCompanies(former);
    const company = await companies.get(slug);
    let deleted = 0;
    for (const service of CONTEXTS) {
      for (const id of former) {
        for (let isEmpty = false; !isEmpty;) {
          const emptied = await services.post<EmptyingStep>({
            service,
            company: sandboxOf(company, id),
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
