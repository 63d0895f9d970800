import { DomainError } from '@svc/contracts';
import { NeedsTransaction, needTransaction, type IsUndone, type OperationKey } from '@svc/database';
import type { AddJobOnce, FindToChange } from '../persistence/transaction';
import { addedJob, type AddedJob } from '../persistence/job-creations';
import type { Dependencies } from './dependencies';
import { jobsUseCases, type JobsUseCases } from '.';

/** What operations share that are done, or refused, at the same moment. */
interface Shared {
  readonly addJobOnce: AddJobOnce;
  readonly findToChange: FindToChange;
  readonly isUndone: IsUndone;
}

/**
 * Does an operation of a bulk once where all that it writes is one new job, and refuses one that is
 * to be refused: such operations share statements, which keep the answers of those that are done, too.
 * Undefined, with nothing written, for any other operation, and for one that was done before: a
 * transaction of its own finds out which.
 */
export const createBatched =
  (dependencies: Dependencies, { addJobOnce, findToChange, isUndone }: Shared) =>
  async <Answer>(
    key: OperationKey,
    work: (useCases: JobsUseCases) => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    const added: AddedJob[] = [];
    const useCases = jobsUseCases({
      ...dependencies,
      transact: needTransaction,
      async addJob(created) {
        // An external id needs a transaction, in which one that is taken is refused.
        if (created.job.externalId !== null) needTransaction();
        added.push(addedJob(created));
      },
      async changeJob(which, decide) {
        decide(await findToChange(which));
        return needTransaction();
      },
    });
    try {
      const answer = await work(useCases);
      const [only, ...others] = added;
      if (!only || others.length > 0) return undefined;
      return (await addJobOnce({ added: only, key, answer })) ? answer : undefined;
    } catch (error) {
      if (error instanceof NeedsTransaction) return undefined;
      // What was done before is answered as it was then, even if it would be refused by now.
      if (error instanceof DomainError && !(await isUndone(key))) return undefined;
      throw error;
    }
  };
