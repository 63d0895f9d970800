import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EndpointSecretResponse } from '../../../../contract/responses';
import type { NewEndpointBody } from '../../../../contract/bodies';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { SecretDialog } from '../../forms/secret-dialog';
import { reloadRecords } from '../../live/reload-records';
import { request } from '../../server/request';
import { EndpointFields, type EndpointValues } from './endpoint-fields';

const INITIAL: EndpointValues = {
  name: '',
  url: '',
  events: [],
  headers: [],
  conditions: [],
};

export function NewEndpointDialog({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<EndpointSecretResponse>();
  const navigate = useNavigate();
  const state = useRequestForm({
    initialValues: INITIAL,
    send: async (values: EndpointValues) => {
      const body: NewEndpointBody = values;
      return (await request<EndpointSecretResponse>('POST', 'webhooks/endpoints', { body })).data;
    },
    done: (endpoint) => {
      setCreated(endpoint);
      void reloadRecords('webhook');
    },
  });
  if (created) {
    return (
      <SecretDialog
        title="Endpoint created"
        label="Signing secret"
        secret={created.secret}
        onClose={() => void navigate({ to: `/webhooks/${created.id}` as never })}
      >
        You will not see this secret again. Use it to verify that requests come from us.
      </SecretDialog>
    );
  }
  return (
    <RequestDialog
      title="New endpoint"
      state={state}
      submitName="Create endpoint"
      onClose={onClose}
      size="xl"
    >
      <EndpointFields form={state.form} />
    </RequestDialog>
  );
}
