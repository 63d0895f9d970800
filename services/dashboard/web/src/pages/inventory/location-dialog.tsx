import { Checkbox, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { InventoryLocationResponse } from '../../../../contract/responses';
import { LOCATION_TYPES, type LocationType } from '../../../../contract/values';
import { finishDialog } from '../../forms/finish-dialog';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { toFormValues } from '../../forms/to-form-values';
import { request } from '../../server/request';
import { LOCATION_TYPE_NAMES } from './inventory-badges';

const NEW_LOCATION = {
  location_name: '',
  location_type: 'warehouse' as LocationType,
  address: '',
  city: '',
  state: '',
  zip: '',
  is_active: true,
} satisfies Partial<Record<keyof InventoryLocationResponse, unknown>>;

type LocationValues = typeof NEW_LOCATION;

export const LOCATION_TYPE_CHOICES = LOCATION_TYPES.map((value) => ({
  value,
  label: LOCATION_TYPE_NAMES[value],
}));

interface LocationDialogProps {
  readonly location: InventoryLocationResponse | undefined;
  readonly onClose: () => void;
}

/** Sends edited fields only, as others may be changing the rest. */
export function LocationDialog({ location, onClose }: LocationDialogProps) {
  const state = useRequestForm({
    initialValues: location ? toFormValues(NEW_LOCATION, location) : NEW_LOCATION,
    send: async (values: LocationValues, edits) => {
      if (!location) await request('POST', 'inventory-locations', { body: values });
      else if (Object.keys(edits).length > 0)
        await request('PATCH', `inventory-locations/${location.id}`, { body: edits });
    },
    done: () => finishDialog(onClose, location ? 'Location saved.' : 'Location created.', 'item'),
  });
  return (
    <RequestDialog
      title={location ? 'Edit location' : 'New location'}
      state={state}
      submitName={location ? 'Save' : 'Create location'}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus {...state.form.getInputProps('location_name')} />
      <Select
        label="Type"
        data={LOCATION_TYPE_CHOICES}
        allowDeselect={false}
        {...state.form.getInputProps('location_type')}
      />
      <TextInput label="Street" {...state.form.getInputProps('address')} />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput label="City" {...state.form.getInputProps('city')} />
        <TextInput label="State" {...state.form.getInputProps('state')} />
        <TextInput label="ZIP code" {...state.form.getInputProps('zip')} />
      </SimpleGrid>
      <Checkbox
        label="Active"
        description="You can only remove stock from an inactive location."
        {...state.form.getInputProps('is_active', { type: 'checkbox' })}
      />
    </RequestDialog>
  );
}
