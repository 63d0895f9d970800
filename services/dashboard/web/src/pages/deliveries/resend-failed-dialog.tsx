import { Text, TextInput } from '@mantine/core';
import type { ResentResponse } from '../../../../contract/responses';
import type { ResendFailedBody } from '../../../../contract/bodies';
import { EndpointChooser } from '../../choosers/endpoint-chooser';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { ask } from '../../server/ask';
import { queryClient } from '../../server/query-client';
import { counted } from '../../shown/counted';
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
      return ask<ResentResponse>('POST', 'webhooks/deliveries/resend-failed', { body });
    },
    done: ({ data: { resent } }) => {
      onClose();
      const verb = resent === 1 ? 'is' : 'are';
      showDone(`${counted(resent, 'delivery', 'deliveries')} ${verb} sent again.`);
      void queryClient.invalidateQueries({ queryKey: ['webhooks/deliveries'] });
    },
  });
  return (
    <RequestDialog title="Resend failed" state={state} submitName="Resend failed" onClose={onClose}>
      <Text size="sm">
        Whatever has failed since then is sent again, under the same event ids. Tests, and endpoints
        that are off, are left out.
      </Text>
      <TextInput
        label="Since"
        type="datetime-local"
        data-autofocus
        {...state.form.getInputProps('since')}
      />
      <EndpointChooser placeholder="All that are on" {...state.form.getInputProps('endpoint_id')} />
    </RequestDialog>
  );
}
