import type { ApiKeyResponse } from '../../../../contract/responses';
import type { RevokeApiKeyBody } from '../../../../contract/bodies';
import { ConfirmDialog } from '../../forms/confirm-dialog';
import { finishDialog } from '../../forms/finish-dialog';
import { request } from '../../server/request';

interface RevokeKeyDialogProps {
  readonly apiKey: ApiKeyResponse;
  readonly onClose: () => void;
}

export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const { id, name } = apiKey;
  return (
    <ConfirmDialog
      title={`Revoke the key ${name}?`}
      confirmName="Revoke key"
      typed={{ field: 'name', label: 'Name', value: name }}
      send={(typed) => {
        const body: RevokeApiKeyBody = { name: typed };
        return request('POST', `api-keys/${id}/revoke`, { body });
      }}
      done={() => finishDialog(onClose, `Key ${name} revoked.`, 'key')}
      onClose={onClose}
    >
      Apps that use this key stop working at once, and its webhook subscriptions are removed. This
      cannot be undone.
    </ConfirmDialog>
  );
}
