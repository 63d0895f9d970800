import { Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FailedCountResponse, ResentResponse } from '../../../../contract/responses';
import type { ResendFailedBody } from '../../../../contract/bodies';
import { EndpointChooser } from '../../choosers/endpoint-chooser';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { queryClient } from '../../server/query-client';
import { formatCount } from '../../shown/format-count';
import { showDone } from '../../shown/messages';
import { useCompanyClock } from '../../shown/times';

interface ResendFailedDialogProps {
  readonly endpointId: string | undefined;
  /** ISO 8601. */
  readonly since?: string;
  readonly onClose: () => void;
}

interface Values {
  since: string;
  endpoint_id: number | null;
}

const DAY_MS = 86_400_000;

export function ResendFailedDialog({ endpointId, since, onClose }: ResendFailedDialogProps) {
  const { timeAt } = useCompanyClock();
  const [initialValues] = useState<Values>(() => ({
    since: timeAt(since === undefined ? Date.now() - DAY_MS : Date.parse(since)),
    endpoint_id: endpointId === undefined ? null : Number(endpointId),
  }));
  const state = useRequestForm({
    initialValues,
    send: ({ since: from, endpoint_id: id }) => {
      const body: ResendFailedBody =
        id === null ? { since: from } : { since: from, endpoint_id: id };
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
        description={since === undefined && 'Starts with the last 24 hours.'}
        type="datetime-local"
        data-autofocus
        {...state.form.getInputProps('since')}
      />
      <EndpointChooser
        placeholder="All active endpoints"
        {...state.form.getInputProps('endpoint_id')}
      />
      <FailedCount {...state.form.getValues()} />
    </RequestDialog>
  );
}

/** The server counts no further. */
const MAX_COUNTED = 10_000;

function FailedCount({ since, endpoint_id: id }: Values) {
  const query = { since, endpoint_id: id ?? undefined };
  const { data } = useQuery({
    queryKey: ['webhooks/deliveries', 'failed-count', query],
    queryFn: () =>
      request<FailedCountResponse>('GET', 'webhooks/deliveries/failed-count', { query }),
    enabled: since !== '',
    placeholderData: keepPreviousData,
  });
  const failed = data?.data.failed;
  const count = failed !== undefined && formatCount(failed, 'delivery', 'deliveries');
  return (
    <Text size="sm" fw={600} aria-live="polite" mih="1.5em">
      {count && `${failed === MAX_COUNTED ? 'At least ' : ''}${count} will be resent.`}
    </Text>
  );
}
