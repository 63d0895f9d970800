import type { JobAnswer } from '../../../../contract/jobs';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { showDone } from '../../shown/messages';
import { JobFields, valuesOf } from './job-fields';
import { jobsChanged } from './jobs-changed';
import { useJobEdits } from './use-job-edits';

interface EditJobDialogProps {
  readonly job: JobAnswer;
  readonly onClose: () => void;
}

export function EditJobDialog({ job, onClose }: EditJobDialogProps) {
  const save = useJobEdits({ job, valuesOf, onFresh: (values) => state.form.setValues(values) });
  const state = useRequestForm({
    initialValues: valuesOf(job),
    send: save,
    done: () => {
      onClose();
      showDone('The job was changed.');
      void jobsChanged();
    },
  });
  return (
    <RequestDialog title="Edit job" state={state} submitName="Save" onClose={onClose} size="lg">
      <JobFields form={state.form} job={job} />
    </RequestDialog>
  );
}
