import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { RollApiKeyBody } from '../../../../contract/bodies';
import type { ApiKeyResponse, NewApiKeyResponse } from '../../../../contract/responses';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { reloadRecords } from '../../live/reload-records';
import { request } from '../../server/request';
import { CreatedKeyDialog } from './created-key-dialog';

interface RollKeyDialogProps {
  readonly apiKey: ApiKeyResponse;
  readonly onClose: () => void;
}

const KEEP_HOURS = [
  { value: '168', label: '7 days' },
  { value: '24', label: '1 day' },
  { value: '1', label: '1 hour' },
  { value: '0', label: 'Not at all' },
];

export function RollKeyDialog({ apiKey: { id, name }, onClose }: RollKeyDialogProps) {
  const [rolled, setRolled] = useState<NewApiKeyResponse>();
  const state = useRequestForm({
    initialValues: { keep_hours: '168' },
    send: ({ keep_hours: hours }) => {
      const body: RollApiKeyBody = { keep_hours: Number(hours) };
      return request<NewApiKeyResponse>('POST', `api-keys/${id}/roll`, { body });
    },
    done: ({ data }) => {
      setRolled(data);
      void reloadRecords('key');
    },
  });
  if (rolled) return <CreatedKeyDialog apiKey={rolled} onClose={onClose} />;
  return (
    <RequestDialog
      title={`Roll the key ${name}?`}
      state={state}
      submitName="Roll key"
      onClose={onClose}
    >
      <Text size="sm">
        Creates a key with the same settings. When the old key expires, its webhook subscriptions
        are removed: subscribe again with the new key before.
      </Text>
      <Select
        label="Old key works for"
        data={KEEP_HOURS}
        allowDeselect={false}
        {...state.form.getInputProps('keep_hours')}
      />
    </RequestDialog>
  );
}
