import { refuseInvalid, type Caller } from '@svc/contracts';
import { newJob, scheduleProblems, type Job, type NewJob } from '../domain/job';
import { jobCreated } from '../domain/job-events';
import type { LinkChanges } from '../domain/job-links';
import { linkable, referenceProblems } from '../domain/references';
import type { Dependencies } from './dependencies';

export interface CreateJob {
  readonly caller: Caller;
  readonly content: Omit<NewJob, 'companyId' | 'id' | 'assets'>;
  readonly assets: LinkChanges;
}

export const createJob = (dependencies: Dependencies) => {
  const draft = draftJob(dependencies);
  return async (wanted: CreateJob): Promise<Job> => {
    const job = await draft(wanted);
    const { caller } = wanted;
    await dependencies.externalIds.claim(() =>
      dependencies.addJob({ job, created: jobCreated(job, caller), author: caller }),
    );
    return job;
  };
};

/** A new job with its id, which is not written yet. */
export const draftJob =
  ({ findReferences, nextJobId, now }: Dependencies) =>
  async ({ caller, content, assets }: CreateJob): Promise<Job> => {
    const wanted = { assetIds: assets.assetIds, ...content };
    const [id, found] = await Promise.all([nextJobId(), findReferences(wanted, caller)]);
    refuseInvalid([...referenceProblems(wanted, found), ...scheduleProblems(content)]);
    return newJob(
      {
        companyId: caller.companyId,
        id,
        assets: { ...assets, assetIds: linkable(assets.assetIds, found) },
        ...content,
      },
      now(),
    );
  };
