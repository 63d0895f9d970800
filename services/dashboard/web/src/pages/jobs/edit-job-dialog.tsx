import type { JobResponse } from '../../../../contract/responses';
import { RequestDialog } from '../../forms/request-dialog';
import { JobFields, toJobValues } from './job-fields';
import { saveJob, useJobEdit } from './use-job-edit';

interface EditJobDialogProps {
  readonly job: JobResponse;
  readonly onClose: () => void;
}

export function EditJobDialog({ job, onClose }: EditJobDialogProps) {
  const state = useJobEdit({ job, toValues: toJobValues, send: saveJob(job), onClose });
  return (
    <RequestDialog title="Edit job" state={state} submitName="Save" onClose={onClose} size="lg">
      <JobFields form={state.form} job={job} />
    </RequestDialog>
  );
}
