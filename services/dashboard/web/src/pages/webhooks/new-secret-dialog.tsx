import { useState } from 'react';
import type { EndpointResponse, EndpointSecretResponse } from '../../../../contract/responses';
import { ConfirmDialog } from '../../forms/confirm-dialog';
import { SecretDialog } from '../../forms/secret-dialog';
import { reloadRecords } from '../../live/reload-records';
import { request } from '../../server/request';

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
        You will not see this secret again. The previous one keeps working for 24 hours.
      </SecretDialog>
    );
  }
  return (
    <ConfirmDialog
      title="Roll the signing secret?"
      confirmName="New secret"
      send={() =>
        request<EndpointSecretResponse>('POST', `webhooks/endpoints/${endpoint.id}/secret`)
      }
      done={({ data }) => {
        setRotated(data);
        void reloadRecords('webhook');
      }}
      onClose={onClose}
    >
      Both secrets sign for 24 hours, then only the new one. Any older secret stops now.
    </ConfirmDialog>
  );
}
