import { Fieldset, Stack, TextInput } from '@mantine/core';
import type { Choice } from '../../choosers/record-chooser';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { useOpenCreated } from '../../forms/open-created';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { AddressFields, NEW_ADDRESS } from './address-fields';
import { assignContactError, CustomerFields, NEW_CUSTOMER } from './customer-fields';

const INITIAL = { ...NEW_CUSTOMER, location: { location_name: '', ...NEW_ADDRESS } };

type Values = typeof INITIAL;

/** Omits a location without an address; its name is the customer's unless another is given. */
function toNewCustomerBody({ location, ...customer }: Values): object {
  const { location_name: name, ...address } = location;
  if (Object.values(address).every((text) => text.trim() === '')) return customer;
  const locationName = name.trim() === '' ? customer.customer_name : name;
  return { ...customer, location: { location_name: locationName, ...address } };
}

interface NewCustomerDialogProps {
  readonly prefilled?: Partial<Values>;
  /** Called in place of opening the new customer's page. */
  readonly onCreated?: (customer: Choice) => void;
  readonly onClose: () => void;
}

export function NewCustomerDialog({ prefilled, onCreated, onClose }: NewCustomerDialogProps) {
  const openCreated = useOpenCreated({ what: 'customer', onClose });
  const send = useIdempotentSend('customer');
  const state = useRequestForm({
    initialValues: { ...INITIAL, ...prefilled },
    send: (values: Values) =>
      send((idempotencyKey) =>
        assignContactError(
          request<{ readonly customer_id: number; readonly customer_name: string }>(
            'POST',
            'v1/customers',
            { body: toNewCustomerBody(values), idempotencyKey },
          ),
        ),
      ),
    done: ({ data: { customer_id: id, customer_name: name } }) =>
      onCreated ? onCreated({ id, name }) : openCreated(`/customers/${id}`),
  });
  const { form } = state;
  return (
    <RequestDialog
      title="New customer"
      state={state}
      submitName="Create customer"
      onClose={onClose}
      size="lg"
    >
      <CustomerFields form={form} />
      <Fieldset legend="First location">
        <Stack gap="sm">
          <AddressFields inputProps={(name) => form.getInputProps(`location.${name}`)} />
          <TextInput
            label="Location name"
            description="Optional. The customer's name if empty."
            {...form.getInputProps('location.location_name')}
          />
        </Stack>
      </Fieldset>
    </RequestDialog>
  );
}
