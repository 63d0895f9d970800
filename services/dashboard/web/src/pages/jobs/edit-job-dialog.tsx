import type { JobAnswer } from '../../../../contract/jobs';
import { editsIn } from '../../forms/edits-in';
import { RequestDialog } from '../../forms/request-dialog';
import { ask } from '../../server/ask';
import { bodyOf, JobFields, valuesOf } from './job-fields';
import { useJobEdit } from './use-job-edit';

interface EditJobDialogProps {
  readonly job: JobAnswer;
  readonly onClose: () => void;
}

export function EditJobDialog({ job, onClose }: EditJobDialogProps) {
  const state = useJobEdit({
    job,
    valuesOf,
    send: (edits, version) => {
      const body = { ...bodyOf(edits), expected_version: version };
      return ask('PUT', 'v1/jobs', { query: { id: job.job_id }, body });
    },
    onClose,
  });
  return (
    <RequestDialog title="Edit job" state={state} submitName="Save" onClose={onClose} size="lg">
      <JobFields form={state.form} job={job} />
    </RequestDialog>
  );
}
