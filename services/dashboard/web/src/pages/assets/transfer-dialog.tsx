import { Text, Textarea, TextInput } from '@mantine/core';
import type { AssetResponse } from '../../../../contract/responses';
import { LocationChooser } from '../../choosers/location-chooser';
import { finishDialog } from '../../forms/finish-dialog';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { request } from '../../server/request';
import { useTimes } from '../../shown/times';

interface Values {
  to_location_id: number | null;
  transfer_date: string;
  transfer_reason: string;
}

interface TransferDialogProps {
  readonly asset: AssetResponse;
  readonly onClose: () => void;
}

export function TransferDialog({ asset, onClose }: TransferDialogProps) {
  const { today } = useTimes();
  const initialValues: Values = {
    to_location_id: null,
    transfer_date: today(),
    transfer_reason: '',
  };
  const send = useIdempotentSend('asset');
  const state = useRequestForm({
    initialValues,
    send: (values: Values) => {
      const { to_location_id: to, transfer_date: date } = values;
      // Omitted rather than null, so that the API reports it as missing.
      const body = { ...values, to_location_id: to ?? undefined, transfer_date: date || null };
      const query = { id: asset.asset_id, sub: 'transfer' };
      return send((idempotencyKey) =>
        request('POST', 'v1/assets', { query, body, idempotencyKey }),
      );
    },
    done: () => finishDialog(onClose, 'Asset transferred.', 'asset'),
  });
  const { form } = state;
  return (
    <RequestDialog title="Transfer" state={state} submitName="Transfer" onClose={onClose}>
      <Text size="sm">
        {asset.location_name === null
          ? `Move ${asset.asset_name} to:`
          : `Move ${asset.asset_name} from ${asset.location_name} to:`}
      </Text>
      <LocationChooser {...form.getInputProps('to_location_id')} />
      <TextInput label="Date" type="date" {...form.getInputProps('transfer_date')} />
      <Textarea
        label="Reason"
        description="Optional."
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('transfer_reason')}
      />
    </RequestDialog>
  );
}
