import { useState } from 'react';
import type { EndpointResponse, EndpointSecretResponse } from '../../../../contract/responses';
import { ConfirmDialog } from '../../forms/confirm-dialog';
import { SecretDialog } from '../../forms/secret-dialog';
import { ask } from '../../server/ask';
import { queryClient } from '../../server/query-client';

interface NewSecretDialogProps {
  readonly endpoint: EndpointResponse;
  readonly onClose: () => void;
}

export function NewSecretDialog({ endpoint, onClose }: NewSecretDialogProps) {
  const [rotated, setRotated] = useState<EndpointSecretResponse>();
  if (rotated) {
    return (
      <SecretDialog
        title="New secret"
        label="Signing secret"
        secret={rotated.secret}
        onClose={onClose}
      >
        You will not see this secret again. The former one signs, too, for 24 hours.
      </SecretDialog>
    );
  }
  return (
    <ConfirmDialog
      title="Make a new secret?"
      confirmName="New secret"
      send={() => ask<EndpointSecretResponse>('POST', `webhooks/endpoints/${endpoint.id}/secret`)}
      done={({ data }) => {
        setRotated(data);
        void queryClient.invalidateQueries({ queryKey: ['webhooks/endpoints'] });
      }}
      onClose={onClose}
    >
      For 24 hours requests are signed with both secrets, so that your server can change over; then
      the present one signs no more. One that signed before it stops now.
    </ConfirmDialog>
  );
}
