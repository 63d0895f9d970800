import type { JobResponse } from '../../../../contract/responses';
import { FINAL_JOB_STATUSES, type JobStatus } from '../../../../contract/values';
import { MoveButtons } from '../../forms/move-buttons';
import { reloadRecords } from '../../live/reload-records';
import { request } from '../../server/request';
import { useAction } from '../../server/use-action';
import { showDone, showFailure } from '../../shown/messages';

interface JobMovesProps {
  readonly job: Pick<JobResponse, 'job_id' | 'allowed_moves'>;
}

export function JobMoves({ job: { job_id: id, allowed_moves: moves } }: JobMovesProps) {
  const move = useAction({
    mutationFn: (status: JobStatus) =>
      request('PATCH', 'v1/jobs', { query: { id }, body: { job_status: status } }),
    onSuccess: (_answer, status) => showDone(`Job ${status.toLowerCase()}.`),
    onError: showFailure('The job was not changed.'),
    onSettled: () => reloadRecords('job'),
  });
  return <MoveButtons what="job" moves={moves} finalStatuses={FINAL_JOB_STATUSES} move={move} />;
}
