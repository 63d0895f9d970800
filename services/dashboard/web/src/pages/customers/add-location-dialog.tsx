import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { finishDialog } from '../../forms/finish-dialog';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { request } from '../../server/request';
import { AddressFields, NEW_ADDRESS } from './address-fields';

const INITIAL = {
  location_name: '',
  ...NEW_ADDRESS,
  contact_email: '',
  contact_phone: '',
  notes: '',
};

interface AddLocationDialogProps {
  readonly customerId: number;
  readonly onClose: () => void;
}

export function AddLocationDialog({ customerId, onClose }: AddLocationDialogProps) {
  const send = useIdempotentSend('customer');
  const state = useRequestForm({
    initialValues: INITIAL,
    send: (body: typeof INITIAL) => {
      const query = { id: customerId, locations: 1 };
      return send((idempotencyKey) =>
        request('POST', 'v1/customers', { query, body, idempotencyKey }),
      );
    },
    done: () => finishDialog(onClose, 'Location added.', 'customer'),
  });
  const { form } = state;
  return (
    <RequestDialog
      title="Add location"
      state={state}
      submitName="Add location"
      onClose={onClose}
      size="lg"
    >
      <TextInput label="Name" data-autofocus {...form.getInputProps('location_name')} />
      <AddressFields inputProps={(name) => form.getInputProps(name)} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="On-site e-mail" type="email" {...form.getInputProps('contact_email')} />
        <TextInput label="On-site phone" type="tel" {...form.getInputProps('contact_phone')} />
      </SimpleGrid>
      <Textarea
        label="Notes"
        description="Only your team sees this."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('notes')}
      />
    </RequestDialog>
  );
}
