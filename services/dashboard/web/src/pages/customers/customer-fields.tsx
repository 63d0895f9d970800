import { Checkbox, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { CustomerResponse } from '../../../../contract/responses';
import { besideField } from '../../forms/beside-field';

export interface CustomerValues {
  customer_name: string;
  customer_email: string;
  customer_phone: string;
  default_sla_hours: number | string;
  tax_exempt: boolean;
  tax_exemption_reason: string;
}

export const valuesOf = (customer: CustomerResponse): CustomerValues => ({
  customer_name: customer.customer_name,
  customer_email: customer.customer_email,
  customer_phone: customer.customer_phone,
  default_sla_hours: customer.default_sla_hours,
  tax_exempt: customer.tax_exempt,
  tax_exemption_reason: customer.tax_exemption_reason ?? '',
});

/** Shows a duplicate contact beside its field. */
export const besideContact = <T,>(sent: Promise<T>): Promise<T> =>
  besideField(sent, ({ matchedField }) => matchedField && `customer_${matchedField}`);

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
