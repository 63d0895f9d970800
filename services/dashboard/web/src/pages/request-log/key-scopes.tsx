import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApiKeyResponse, LoggedRequestResponse } from '../../../../contract/responses';
import { DialogButton } from '../../forms/dialog-button';
import { request } from '../../server/request';
import { EditScopesDialog } from '../api-keys/edit-scopes-dialog';

const useKey = (id: number) =>
  useQuery({
    queryKey: ['api-keys', 'one', id],
    queryFn: async () =>
      (await request<readonly ApiKeyResponse[]>('GET', 'api-keys', { query: { id } })).data,
  });

interface RequestProps {
  readonly request: LoggedRequestResponse;
}

/** The scopes that the key has now; null until they are loaded. */
export function CurrentScopes({ request: { key_id: id } }: RequestProps) {
  const { data: keys } = useKey(id);
  if (!keys) return null;
  const [key] = keys;
  return (
    <Text size="xs" c="dimmed">
      {key ? key.scopes.join(', ') : 'This key was revoked.'}
    </Text>
  );
}

/** Says which scope the key lacks, and opens the dialog that adds it. */
export function MissingScope({ request: { key_id: id, required_scopes: needed } }: RequestProps) {
  const { data: [key] = [] } = useKey(id);
  if (!key || needed.length === 0) return null;
  if (needed.some((scope) => key.scopes.includes(scope))) {
    return <Text size="sm">This key has {needed.join(' or ')} now. Send the request again.</Text>;
  }
  return (
    <Alert color="yellow" variant="outline">
      <Text size="sm" fw={600} mb="xs">
        This key lacks {needed.join(' or ')}.
      </Text>
      <DialogButton
        name="Edit scopes"
        dialog={(close) => <EditScopesDialog apiKey={key} onClose={close} />}
      />
    </Alert>
  );
}
