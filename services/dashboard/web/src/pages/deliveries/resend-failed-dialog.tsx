import { Text, TextInput } from '@mantine/core';
import type { ResentResponse } from '../../../../contract/responses';
import type { ResendFailedBody } from '../../../../contract/bodies';
import { EndpointChooser } from '../../choosers/endpoint-chooser';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { queryClient } from '../../server/query-client';
import { formatCount } from '../../shown/format-count';
import { showDone } from '../../shown/messages';

interface ResendFailedDialogProps {
  readonly endpointId: string | undefined;
  readonly onClose: () => void;
}

interface Values {
  since: string;
  endpoint_id: number | null;
}

export function ResendFailedDialog({ endpointId, onClose }: ResendFailedDialogProps) {
  const initialValues: Values = {
    since: '',
    endpoint_id: endpointId === undefined ? null : Number(endpointId),
  };
  const state = useRequestForm({
    initialValues,
    send: ({ since, endpoint_id: id }) => {
      const body: ResendFailedBody = id === null ? { since } : { since, endpoint_id: id };
      return request<ResentResponse>('POST', 'webhooks/deliveries/resend-failed', { body });
    },
    done: ({ data: { resent } }) => {
      onClose();
      showDone(`Resending ${formatCount(resent, 'delivery', 'deliveries')}.`);
      void queryClient.invalidateQueries({ queryKey: ['webhooks/deliveries'] });
    },
  });
  return (
    <RequestDialog title="Resend failed" state={state} submitName="Resend failed" onClose={onClose}>
      <Text size="sm">
        Resends every failed delivery since then with the same event IDs. Skips tests and endpoints
        that are off.
      </Text>
      <TextInput
        label="Since"
        type="datetime-local"
        data-autofocus
        {...state.form.getInputProps('since')}
      />
      <EndpointChooser
        placeholder="All active endpoints"
        {...state.form.getInputProps('endpoint_id')}
      />
    </RequestDialog>
  );
}
