import { Fieldset, NumberInput, SimpleGrid } from '@mantine/core';
import type { ItemResponse } from '../../../../contract/responses';
import { InventoryLocationChooser } from '../../choosers/inventory-location-chooser';
import { finishDialog } from '../../forms/finish-dialog';
import { useOpenCreated } from '../../forms/open-created';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { request } from '../../server/request';
import { assignInventoryError } from './inventory-errors';
import { toItemBody, ItemFields, NEW_ITEM, toItemValues, type ItemValues } from './item-fields';

interface StockedValues extends ItemValues {
  quantity_on_hand: number | string;
  location_id: number | null;
}

const STOCKED: StockedValues = { ...NEW_ITEM, quantity_on_hand: 0, location_id: null };

export function NewItemDialog({ onClose }: { readonly onClose: () => void }) {
  const openCreated = useOpenCreated({ what: 'item', onClose });
  const send = useIdempotentSend('item');
  const state = useRequestForm({
    initialValues: STOCKED,
    send: ({ quantity_on_hand: quantity, location_id, ...values }: StockedValues) => {
      const opening = { quantity_on_hand: quantity === '' ? 0 : quantity, location_id };
      const body = { ...toItemBody(values), ...opening };
      return send((idempotencyKey) =>
        assignInventoryError(
          request<{ readonly id: number }>('POST', 'v1/inventory', { body, idempotencyKey }),
        ),
      );
    },
    done: ({ data: { id } }) => openCreated(`/inventory/${id}`),
  });
  return (
    <RequestDialog
      title="New item"
      state={state}
      submitName="Create item"
      onClose={onClose}
      size="lg"
    >
      <ItemFields form={state.form} />
      <Fieldset legend="Opening stock">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberInput
            label="On hand"
            allowDecimal={false}
            {...state.form.getInputProps('quantity_on_hand')}
          />
          <InventoryLocationChooser
            isActive
            placeholder="Choose a location"
            {...state.form.getInputProps('location_id')}
          />
        </SimpleGrid>
      </Fieldset>
    </RequestDialog>
  );
}

interface EditItemDialogProps {
  readonly item: ItemResponse;
  readonly onClose: () => void;
}

/** Sends edited fields only, as others may be changing the rest. */
export function EditItemDialog({ item, onClose }: EditItemDialogProps) {
  const state = useRequestForm({
    initialValues: toItemValues(item),
    send: async (_values: ItemValues, edits) => {
      if (Object.keys(edits).length === 0) return;
      const query = { id: item.id };
      await assignInventoryError(
        request('PATCH', 'v1/inventory', { query, body: toItemBody(edits) }),
      );
    },
    done: () => finishDialog(onClose, 'Item saved.', 'item'),
  });
  const supplier =
    item.supplier_id === null
      ? undefined
      : { id: item.supplier_id, name: item.supplier_name ?? String(item.supplier_id) };
  return (
    <RequestDialog title="Edit item" state={state} submitName="Save" onClose={onClose} size="lg">
      <ItemFields form={state.form} supplier={supplier} />
    </RequestDialog>
  );
}
