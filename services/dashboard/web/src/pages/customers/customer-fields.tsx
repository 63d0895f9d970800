import { Checkbox, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { CustomerResponse } from '../../../../contract/responses';
import { assignToField } from '../../forms/assign-to-field';
import { toFormValues } from '../../forms/to-form-values';

export const NEW_CUSTOMER = {
  customer_name: '',
  customer_email: '',
  customer_phone: '',
  default_sla_hours: 24 as number | string,
  tax_exempt: false,
  tax_exemption_reason: '',
} satisfies Partial<Record<keyof CustomerResponse, unknown>>;

export type CustomerValues = typeof NEW_CUSTOMER;

export const toCustomerValues = (customer: CustomerResponse): CustomerValues =>
  toFormValues(NEW_CUSTOMER, customer);

/** Shows a duplicate contact beside its field. */
export const assignContactError = <T,>(sent: Promise<T>): Promise<T> =>
  assignToField(sent, ({ matchedField }) => matchedField && `customer_${matchedField}`);

export const CustomerFields = ({ form }: { readonly form: UseFormReturnType<CustomerValues> }) => (
  <>
    <TextInput label="Name" data-autofocus {...form.getInputProps('customer_name')} />
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="off"
        {...form.getInputProps('customer_email')}
      />
      <TextInput
        label="Phone"
        type="tel"
        autoComplete="off"
        {...form.getInputProps('customer_phone')}
      />
    </SimpleGrid>
    <NumberInput
      label="Response time"
      description="Target time to finish this customer's jobs."
      suffix=" hours"
      allowDecimal={false}
      {...form.getInputProps('default_sla_hours')}
    />
    <Checkbox label="Tax exempt" {...form.getInputProps('tax_exempt', { type: 'checkbox' })} />
    <TextInput label="Reason for exemption" {...form.getInputProps('tax_exemption_reason')} />
  </>
);
