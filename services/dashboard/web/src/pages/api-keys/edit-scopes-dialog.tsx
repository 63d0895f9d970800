import type { ApiKeyResponse } from '../../../../contract/responses';
import type { ChangeApiKeyBody } from '../../../../contract/bodies';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { ask } from '../../server/ask';
import { queryClient } from '../../server/query-client';
import { showDone } from '../../shown/messages';
import { KeyFields, linesOf, type KeyFieldValues } from './key-fields';

interface EditScopesDialogProps {
  readonly apiKey: ApiKeyResponse;
  readonly onClose: () => void;
}

export function EditScopesDialog({ apiKey, onClose }: EditScopesDialogProps) {
  const { id, name, scopes, ip_allowlist: addresses } = apiKey;
  const initialValues: KeyFieldValues = {
    scopes: [...scopes],
    ip_allowlist: addresses.join('\n'),
  };
  const state = useRequestForm({
    initialValues,
    send: (values) => {
      const body: ChangeApiKeyBody = {
        scopes: values.scopes,
        ip_allowlist: linesOf(values.ip_allowlist),
      };
      return ask<ApiKeyResponse>('PATCH', `api-keys/${id}`, { body });
    },
    done: () => {
      onClose();
      showDone(`Key ${name} saved. Changes apply immediately.`);
      void queryClient.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  return (
    <RequestDialog
      title={`Scopes of ${name}`}
      state={state}
      submitName="Save"
      onClose={onClose}
      size="lg"
    >
      <KeyFields form={state.form} />
    </RequestDialog>
  );
}
