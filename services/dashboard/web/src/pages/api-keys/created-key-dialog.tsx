import type { NewApiKeyResponse } from '../../../../contract/responses';
import { SecretDialog } from '../../forms/secret-dialog';

interface CreatedKeyDialogProps {
  readonly apiKey: NewApiKeyResponse;
  readonly onClose: () => void;
}

export const CreatedKeyDialog = ({ apiKey: { name, key }, onClose }: CreatedKeyDialogProps) => (
  <SecretDialog title={`${name}: your new key`} label="Key" secret={key} onClose={onClose}>
    You will not see this key again.
  </SecretDialog>
);
