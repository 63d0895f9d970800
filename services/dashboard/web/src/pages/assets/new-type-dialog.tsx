import { TextInput } from '@mantine/core';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { queryClient } from '../../server/query-client';
import { showDone } from '../../shown/messages';

const INITIAL = { name: '' };

export function NewTypeDialog({ onClose }: { readonly onClose: () => void }) {
  const state = useRequestForm({
    initialValues: INITIAL,
    async send(body: typeof INITIAL) {
      await request('PUT', 'asset-types', { body });
      return body;
    },
    done: ({ name }) => {
      onClose();
      showDone(`Type ${name} created.`);
      void queryClient.invalidateQueries({ queryKey: ['asset-types'] });
    },
  });
  return (
    <RequestDialog title="New type" state={state} submitName="Create type" onClose={onClose}>
      <TextInput
        label="Name"
        description="For example, Heat pump."
        data-autofocus
        {...state.form.getInputProps('name')}
      />
    </RequestDialog>
  );
}
