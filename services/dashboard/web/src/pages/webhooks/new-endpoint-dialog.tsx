import { useState } from 'react';
import type { EndpointSecretResponse } from '../../../../contract/responses';
import type { NewEndpointBody } from '../../../../contract/bodies';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { SecretDialog } from '../../forms/secret-dialog';
import { ask } from '../../server/ask';
import { queryClient } from '../../server/query-client';
import { EndpointFields, type EndpointValues } from './endpoint-fields';

const INITIAL: EndpointValues = { url: '', events: [] };

export function NewEndpointDialog({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<EndpointSecretResponse>();
  const state = useRequestForm({
    initialValues: INITIAL,
    send: async (values: EndpointValues) => {
      const body: NewEndpointBody = values;
      return (await ask<EndpointSecretResponse>('POST', 'webhooks/endpoints', { body })).data;
    },
    done: (endpoint) => {
      setCreated(endpoint);
      void queryClient.invalidateQueries({ queryKey: ['webhooks/endpoints'] });
    },
  });
  if (created) {
    return (
      <SecretDialog
        title="Endpoint created"
        label="Signing secret"
        secret={created.secret}
        onClose={onClose}
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
      size="lg"
    >
      <EndpointFields form={state.form} />
    </RequestDialog>
  );
}
