import type { TechnicianResponse } from '../../../../contract/responses';
import { useOpenCreated } from '../../forms/open-created';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useVersionedEdit } from '../../forms/versioned-edit';
import { request } from '../../server/request';
import {
  toTechnicianBody,
  NEW_TECHNICIAN,
  TechnicianFields,
  toTechnicianValues,
  type TechnicianValues,
} from './technician-fields';

export function NewTechnicianDialog({ onClose }: { readonly onClose: () => void }) {
  const openCreated = useOpenCreated({ what: 'technician', onClose });
  const state = useRequestForm({
    initialValues: NEW_TECHNICIAN,
    send: (values: TechnicianValues) =>
      request<TechnicianResponse>('POST', 'technicians', { body: toTechnicianBody(values) }),
    done: ({ data: { technician_id: id } }) => openCreated(`/technicians/${id}`),
  });
  return (
    <RequestDialog
      title="New technician"
      state={state}
      submitName="Create technician"
      onClose={onClose}
      size="xl"
    >
      <TechnicianFields form={state.form} />
    </RequestDialog>
  );
}

interface EditTechnicianDialogProps {
  readonly technician: TechnicianResponse;
  readonly onClose: () => void;
}

export function EditTechnicianDialog({ technician, onClose }: EditTechnicianDialogProps) {
  const path = `technicians/${technician.technician_id}`;
  const state = useVersionedEdit({
    record: technician,
    what: 'technician',
    path,
    toValues: toTechnicianValues,
    send: (_edits, version, values) =>
      request('PUT', path, { body: { ...toTechnicianBody(values), expected_version: version } }),
    onClose,
  });
  return (
    <RequestDialog
      title="Edit technician"
      state={state}
      submitName="Save"
      onClose={onClose}
      size="xl"
    >
      <TechnicianFields form={state.form} />
    </RequestDialog>
  );
}
