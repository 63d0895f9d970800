import { Checkbox, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
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

interface NewLocationDialogProps {
  readonly onClose: () => void;
}

export function NewLocationDialog({ onClose }: NewLocationDialogProps) {
  const state = useRequestForm({
    initialValues: NEW_LOCATION,
    send: (body: LocationValues) => request('POST', 'inventory-locations', { body }),
    done: () => finishDialog(onClose, 'Location created.', 'item'),
  });
  return (
    <RequestDialog
      title="New location"
      state={state}
      submitName="Create location"
      onClose={onClose}
    >
      <LocationFields form={state.form} />
    </RequestDialog>
  );
}

interface EditLocationDialogProps {
  readonly location: InventoryLocationResponse;
  readonly onClose: () => void;
}

/** Sends edited fields only, as others may be changing the rest. */
export function EditLocationDialog({ location, onClose }: EditLocationDialogProps) {
  const state = useRequestForm({
    initialValues: toFormValues(NEW_LOCATION, location),
    send: async (_values: LocationValues, body) => {
      if (Object.keys(body).length === 0) return;
      await request('PATCH', `inventory-locations/${location.id}`, { body });
    },
    done: () => finishDialog(onClose, 'Location saved.', 'item'),
  });
  return (
    <RequestDialog title="Edit location" state={state} submitName="Save" onClose={onClose}>
      <LocationFields form={state.form} />
    </RequestDialog>
  );
}

export const LOCATION_TYPE_CHOICES = LOCATION_TYPES.map((value) => ({
  value,
  label: LOCATION_TYPE_NAMES[value],
}));

const LocationFields = ({ form }: { readonly form: UseFormReturnType<LocationValues> }) => (
  <>
    <TextInput label="Name" data-autofocus {...form.getInputProps('location_name')} />
    <Select
      label="Type"
      data={LOCATION_TYPE_CHOICES}
      allowDeselect={false}
      {...form.getInputProps('location_type')}
    />
    <TextInput label="Street" {...form.getInputProps('address')} />
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <TextInput label="City" {...form.getInputProps('city')} />
      <TextInput label="State" {...form.getInputProps('state')} />
      <TextInput label="ZIP code" {...form.getInputProps('zip')} />
    </SimpleGrid>
    <Checkbox
      label="Active"
      description="You can only remove stock from an inactive location."
      {...form.getInputProps('is_active', { type: 'checkbox' })}
    />
  </>
);
