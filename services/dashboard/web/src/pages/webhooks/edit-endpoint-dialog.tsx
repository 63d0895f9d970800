import type { EndpointResponse } from '../../../../contract/responses';
import type { ChangeEndpointBody } from '../../../../contract/bodies';
import { finishDialog } from '../../forms/finish-dialog';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { EndpointFields, type EndpointValues } from './endpoint-fields';

interface EditEndpointDialogProps {
  readonly endpoint: EndpointResponse;
  readonly onClose: () => void;
}

export function EditEndpointDialog({ endpoint, onClose }: EditEndpointDialogProps) {
  const { id, name, url, events, headers, conditions } = endpoint;
  const initialValues: EndpointValues = {
    name: name ?? '',
    url,
    events: [...events],
    headers: headers.map((header) => ({ ...header })),
    conditions: conditions.map((each) => ({ field: each.field, in: [...each.in] })),
  };
  const state = useRequestForm({
    initialValues,
    send: (values: EndpointValues) => {
      const body: ChangeEndpointBody = values;
      return request('PATCH', `webhooks/endpoints/${id}`, { body });
    },
    done: () => finishDialog(onClose, 'Endpoint saved.', 'webhook'),
  });
  return (
    <RequestDialog
      title="Edit endpoint"
      state={state}
      submitName="Save"
      onClose={onClose}
      size="xl"
    >
      <EndpointFields form={state.form} />
    </RequestDialog>
  );
}
