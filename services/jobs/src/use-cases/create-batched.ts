import { DomainError } from '@svc/contracts';
import type { OperationKey } from '@svc/database';
import type { AddJobOnce } from '../persistence/transaction';
import { addedJob, type AddedJob } from '../persistence/job-creations';
import type { Dependencies } from './dependencies';
import { jobsUseCases, type JobsUseCases } from '.';

/** An operation does more than to create a job, and needs a transaction of its own. */
class NeedsTransaction extends Error {}

const needTransaction = (): never => {
  throw new NeedsTransaction('The operation needs a transaction.');
};

/**
 * Does an operation of a bulk once where all that it writes is one new job: such operations share
 * statements, which keep their answers too. Undefined, with nothing written, for any other operation,
 * and for one that was done before or is refused: a transaction of its own finds out which.
 */
export const createBatched =
  (dependencies: Dependencies, addJobOnce: AddJobOnce) =>
  async <Answer>(
    key: OperationKey,
    work: (useCases: JobsUseCases) => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    const added: AddedJob[] = [];
    const useCases = jobsUseCases({
      ...dependencies,
      changeJob: needTransaction,
      transact: needTransaction,
      async addJob(created) {
        // One that is taken by now is refused, and one that is taken in the same moment is found.
        if (created.job.externalId !== null) needTransaction();
        added.push(addedJob(created));
      },
    });
    try {
      const answer = await work(useCases);
      const [only, ...others] = added;
      if (!only || others.length > 0) return undefined;
      return (await addJobOnce({ added: only, key, answer })) ? answer : undefined;
    } catch (error) {
      if (error instanceof NeedsTransaction || error instanceof DomainError) return undefined;
      throw error;
    }
  };
