import { Group, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NewApiKeyResponse } from '../../../../contract/responses';
import type { NewApiKeyBody } from '../../../../contract/bodies';
import type { Mode } from '../../../../contract/mode';
import { KEY_MODES } from '../../../../contract/values';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { reloadRecords } from '../../live/reload-records';
import { request } from '../../server/request';
import { CreatedKeyDialog } from './created-key-dialog';
import { KeyFields, splitLines, type KeyFieldValues } from './key-fields';
import { MODE_NAMES } from './key-modes';

interface Values extends KeyFieldValues {
  name: string;
  mode: Mode;
}

const INITIAL: Values = { name: '', mode: 'live', scopes: [], ip_allowlist: '', expires_at: '' };

const create = async ({
  ip_allowlist: lines,
  expires_at: expiry,
  ...values
}: Values): Promise<NewApiKeyResponse> => {
  const body: NewApiKeyBody = {
    ...values,
    ip_allowlist: splitLines(lines),
    expires_at: expiry || null,
  };
  return (await request<NewApiKeyResponse>('POST', 'api-keys', { body })).data;
};

export function NewKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<NewApiKeyResponse>();
  const state = useRequestForm({
    initialValues: INITIAL,
    send: create,
    done: (key) => {
      setCreated(key);
      void reloadRecords('key');
    },
  });
  if (created) return <CreatedKeyDialog apiKey={created} onClose={onClose} />;
  return (
    <RequestDialog
      title="New key"
      state={state}
      submitName="Create key"
      onClose={onClose}
      size="xl"
    >
      <TextInput
        label="Name"
        description="The app that will use this key."
        autoComplete="off"
        data-autofocus
        {...state.form.getInputProps('name')}
      />
      <Radio.Group label="Mode" {...state.form.getInputProps('mode')}>
        <Group mt={4}>
          {KEY_MODES.map((mode) => (
            <Radio key={mode} value={mode} label={MODE_NAMES[mode]} />
          ))}
        </Group>
      </Radio.Group>
      <KeyFields form={state.form} />
    </RequestDialog>
  );
}
