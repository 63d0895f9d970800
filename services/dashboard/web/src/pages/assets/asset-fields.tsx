import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { AssetResponse } from '../../../../contract/responses';
import {
  ASSET_STATUSES,
  type AssetStatus,
  type Condition,
  CONDITIONS,
  OWNERSHIP_TYPES,
  type OwnershipType,
} from '../../../../contract/values';
import { AssetTypeChooser } from '../../choosers/asset-type-chooser';
import { LocationChooser } from '../../choosers/location-chooser';
import { toChoice, type Choice } from '../../choosers/record-chooser';
import { TechnicianChooser } from '../../choosers/technician-chooser';
import { AmountInput } from '../../forms/amount-input';
import { toFormValues } from '../../forms/to-form-values';
import { toChoices } from './asset-badges';

export const NEW_ASSET = {
  asset_name: '',
  asset_type_id: null as number | null,
  serial_number: '',
  model: '',
  manufacturer: '',
  purchase_date: '',
  purchase_cost: '' as number | string,
  warranty_expiry: '',
  assigned_to: null as number | null,
  condition: null as Condition | null,
  ownership_type: null as OwnershipType | null,
  notes: '',
  /** Only for new assets; moves and transfers change them later. */
  status: 'Active' as AssetStatus,
  location_id: null as number | null,
} satisfies Partial<Record<keyof AssetResponse, unknown>>;

export type AssetValues = typeof NEW_ASSET;

export const toAssetValues = (asset: AssetResponse): AssetValues => toFormValues(NEW_ASSET, asset);

/** Empty fields become null, except the required name. */
export const toAssetBody = ({ asset_name: name, ...values }: Partial<AssetValues>): object => ({
  ...(name !== undefined && { asset_name: name }),
  ...Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, value === '' ? null : value]),
  ),
});

interface AssetFieldsProps {
  readonly form: UseFormReturnType<AssetValues>;
  readonly asset?: AssetResponse;
  readonly customer?: Choice | undefined;
  readonly location?: Choice | undefined;
}

export const AssetFields = ({ form, asset, customer, location }: AssetFieldsProps) => (
  <>
    <TextInput label="Name" data-autofocus {...form.getInputProps('asset_name')} />
    <AssetTypeChooser
      chosen={asset && { id: asset.asset_type_id, name: asset.asset_type_name }}
      {...form.getInputProps('asset_type_id')}
    />
    {!asset && (
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Select
          label="Status"
          data={ASSET_STATUSES}
          allowDeselect={false}
          {...form.getInputProps('status')}
        />
        <LocationChooser
          customer={customer}
          location={location}
          {...form.getInputProps('location_id')}
        />
      </SimpleGrid>
    )}
    <TechnicianChooser
      label="Assigned to"
      placeholder="Nobody"
      chosen={asset && toChoice(asset.assigned_to, asset.assigned_to_name)}
      {...form.getInputProps('assigned_to')}
    />
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <TextInput label="Serial number" {...form.getInputProps('serial_number')} />
      <TextInput label="Manufacturer" {...form.getInputProps('manufacturer')} />
      <TextInput label="Model" {...form.getInputProps('model')} />
      <TextInput label="Purchase date" type="date" {...form.getInputProps('purchase_date')} />
      <AmountInput label="Purchase cost" prefix="$" {...form.getInputProps('purchase_cost')} />
      <TextInput label="Warranty until" type="date" {...form.getInputProps('warranty_expiry')} />
      <Select
        label="Condition"
        placeholder="Not known"
        data={toChoices(CONDITIONS)}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear condition' }}
        {...form.getInputProps('condition')}
      />
      <Select
        label="Ownership"
        placeholder="Not known"
        data={toChoices(OWNERSHIP_TYPES)}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear ownership' }}
        {...form.getInputProps('ownership_type')}
      />
    </SimpleGrid>
    <Textarea label="Notes" autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
  </>
);
