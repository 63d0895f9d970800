import { SimpleGrid, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';

export const NEW_ADDRESS = {
  address_street: '',
  address_city: '',
  address_state: '',
  address_zip: '',
};

interface AddressFieldsProps {
  readonly inputProps: (name: keyof typeof NEW_ADDRESS) => GetInputPropsReturnType;
}

export const AddressFields = ({ inputProps }: AddressFieldsProps) => (
  <>
    <TextInput label="Street" {...inputProps('address_street')} />
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <TextInput label="City" {...inputProps('address_city')} />
      <TextInput label="State" maxLength={2} {...inputProps('address_state')} />
      <TextInput label="ZIP" inputMode="numeric" {...inputProps('address_zip')} />
    </SimpleGrid>
  </>
);
