import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { ItemResponse, StockEntryResponse } from '../../../../contract/responses';
import { InventoryLocationChooser } from '../../choosers/inventory-location-chooser';
import { finishDialog } from '../../forms/finish-dialog';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { request } from '../../server/request';
import { assignInventoryError } from './inventory-errors';

interface StockDialogProps {
  readonly item: ItemResponse;
  readonly stock: readonly StockEntryResponse[];
  readonly onClose: () => void;
}

interface Adjustment {
  location_id: number | null;
  quantity: number | string;
  reason: string;
}

/** An empty number is missing. */
const toNumber = (quantity: number | string): number | undefined =>
  quantity === '' ? undefined : Number(quantity);

const getLocationName = ({ location_id: id, location_name: name }: StockEntryResponse): string =>
  name ?? `Location ${id}`;

function describeStock(stock: readonly StockEntryResponse[], locationId: number | null) {
  if (locationId === null) return undefined;
  const entry = stock.find(({ location_id: id }) => id === locationId);
  if (!entry) return 'None at this location.';
  return `${entry.quantity} on hand, ${entry.available} available.`;
}

export function AdjustStockDialog({ item, stock, onClose }: StockDialogProps) {
  const send = useIdempotentSend('item');
  const [only] = stock.length === 1 ? stock : [];
  const initialValues: Adjustment = {
    location_id: only?.location_id ?? null,
    quantity: '',
    reason: '',
  };
  const state = useRequestForm({
    initialValues,
    send: ({ location_id, quantity, reason }: Adjustment) =>
      send((idempotency_key) => {
        const body = {
          location_id: location_id ?? undefined,
          quantity: toNumber(quantity),
          reason,
          idempotency_key,
        };
        return assignInventoryError(request('POST', `inventory/${item.id}/adjust`, { body }));
      }),
    done: () => finishDialog(onClose, 'Stock adjusted.', 'item'),
  });
  const { location_id: locationId } = state.form.getValues();
  return (
    <RequestDialog title="Adjust stock" state={state} submitName="Adjust stock" onClose={onClose}>
      <InventoryLocationChooser
        description={describeStock(stock, locationId)}
        chosen={only && { id: only.location_id, name: getLocationName(only) }}
        {...state.form.getInputProps('location_id')}
      />
      <NumberInput
        label="Quantity"
        description="Use a negative number to remove stock."
        allowDecimal={false}
        data-autofocus
        {...state.form.getInputProps('quantity')}
      />
      <TextInput
        label="Reason"
        description="Shown in the ledger."
        {...state.form.getInputProps('reason')}
      />
    </RequestDialog>
  );
}

interface Transfer {
  from_location_id: string | null;
  to_location_id: number | null;
  quantity: number | string;
  notes: string;
}

export function TransferStockDialog({ item, stock, onClose }: StockDialogProps) {
  const send = useIdempotentSend('item');
  const [only] = stock.length === 1 ? stock : [];
  const initialValues: Transfer = {
    from_location_id: only ? String(only.location_id) : null,
    to_location_id: null,
    quantity: '',
    notes: '',
  };
  const state = useRequestForm({
    initialValues,
    send: ({ from_location_id: from, to_location_id: to, quantity, notes }: Transfer) =>
      send((idempotency_key) => {
        const body = {
          item_id: item.id,
          from_location_id: from === null ? undefined : Number(from),
          to_location_id: to ?? undefined,
          quantity: toNumber(quantity),
          notes,
          idempotency_key,
        };
        return assignInventoryError(request('POST', 'inventory/transfer', { body }));
      }),
    done: () => finishDialog(onClose, 'Stock transferred.', 'item'),
  });
  return (
    <RequestDialog
      title="Transfer stock"
      state={state}
      submitName="Transfer stock"
      onClose={onClose}
    >
      <Select
        label="From"
        data={stock.map((entry) => ({
          value: String(entry.location_id),
          label: `${getLocationName(entry)}, ${entry.available} available`,
        }))}
        searchable
        nothingFoundMessage="No matches."
        {...state.form.getInputProps('from_location_id')}
      />
      <InventoryLocationChooser
        label="To"
        isActive
        {...state.form.getInputProps('to_location_id')}
      />
      <NumberInput
        label="Quantity"
        allowDecimal={false}
        allowNegative={false}
        {...state.form.getInputProps('quantity')}
      />
      <Textarea label="Notes" description="Optional." {...state.form.getInputProps('notes')} />
    </RequestDialog>
  );
}
