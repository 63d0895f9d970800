import type { ApiKeyResponse } from '../../../../contract/responses';
import type { ChangeApiKeyBody } from '../../../../contract/bodies';
import { finishDialog } from '../../forms/finish-dialog';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { useCompanyClock } from '../../shown/times';
import { KeyFields, splitLines, type KeyFieldValues } from './key-fields';

interface EditScopesDialogProps {
  readonly apiKey: ApiKeyResponse;
  readonly onClose: () => void;
}

export function EditScopesDialog({ apiKey, onClose }: EditScopesDialogProps) {
  const { id, name, scopes, ip_allowlist: addresses, expires_at: expiry } = apiKey;
  const { isoAt } = useCompanyClock();
  const initialValues: KeyFieldValues = {
    scopes: [...scopes],
    ip_allowlist: addresses.join('\n'),
    expires_at: expiry === null ? '' : isoAt(Date.parse(expiry)),
  };
  const state = useRequestForm({
    initialValues,
    send: (values, { expires_at: edited }) => {
      const body: ChangeApiKeyBody = {
        scopes: values.scopes,
        ip_allowlist: splitLines(values.ip_allowlist),
        ...(edited !== undefined && { expires_at: edited || null }),
      };
      return request<ApiKeyResponse>('PATCH', `api-keys/${id}`, { body });
    },
    done: () => finishDialog(onClose, `Key ${name} saved. Changes apply immediately.`, 'key'),
  });
  return (
    <RequestDialog
      title={`Scopes of ${name}`}
      state={state}
      submitName="Save"
      onClose={onClose}
      size="xl"
    >
      <KeyFields form={state.form} />
    </RequestDialog>
  );
}
