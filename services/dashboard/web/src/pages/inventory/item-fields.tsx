import { Autocomplete, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ItemResponse } from '../../../../contract/responses';
import type { Choice } from '../../choosers/record-chooser';
import { SupplierChooser } from '../../choosers/supplier-chooser';
import { UnitPriceInput } from '../../forms/amount-input';
import { toFormValues } from '../../forms/to-form-values';
import { request } from '../../server/request';

export const NEW_ITEM = {
  part_number: '',
  part_name: '',
  description: '',
  category: '',
  serial_number: '',
  min_stock_level: 0 as number | string,
  reorder_quantity: 0 as number | string,
  cost_per_unit: '' as number | string,
  price_per_unit: '' as number | string,
  supplier_id: null as number | null,
} satisfies Partial<Record<keyof ItemResponse, unknown>>;

export type ItemValues = typeof NEW_ITEM;

export const toItemValues = (item: ItemResponse): ItemValues => toFormValues(NEW_ITEM, item);

const EMPTY: Readonly<Record<string, null | 0>> = {
  description: null,
  category: null,
  serial_number: null,
  min_stock_level: 0,
  reorder_quantity: 0,
  cost_per_unit: null,
  price_per_unit: null,
};

/** Empty fields become null or 0. */
export const toItemBody = (values: Partial<ItemValues>): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === '' && name in EMPTY ? EMPTY[name] : value,
    ]),
  );

interface ItemFieldsProps<Values extends ItemValues> {
  readonly form: UseFormReturnType<Values>;
  readonly supplier?: Choice | undefined;
}

export function ItemFields<Values extends ItemValues>({ form, supplier }: ItemFieldsProps<Values>) {
  const { data } = useQuery({
    queryKey: ['item-categories'],
    queryFn: () => request<readonly string[]>('GET', 'item-categories'),
  });
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="Part number" data-autofocus {...form.getInputProps('part_number')} />
        <TextInput label="Name" {...form.getInputProps('part_name')} />
      </SimpleGrid>
      <Textarea label="Description" autosize maxRows={8} {...form.getInputProps('description')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Autocomplete
          label="Category"
          data={[...(data?.data ?? [])]}
          limit={8}
          {...form.getInputProps('category')}
        />
        <TextInput label="Serial number" {...form.getInputProps('serial_number')} />
        <NumberInput
          label="Minimum"
          description="At or below this, the item counts as low stock."
          allowDecimal={false}
          {...form.getInputProps('min_stock_level')}
        />
        <NumberInput
          label="Reorder quantity"
          description="Usual order size."
          allowDecimal={false}
          {...form.getInputProps('reorder_quantity')}
        />
        <UnitPriceInput label="Cost per unit" {...form.getInputProps('cost_per_unit')} />
        <UnitPriceInput label="Price per unit" {...form.getInputProps('price_per_unit')} />
      </SimpleGrid>
      <SupplierChooser
        placeholder="None"
        chosen={supplier}
        {...form.getInputProps('supplier_id')}
      />
    </>
  );
}
