import { NumberInput, Text, TextInput } from '@mantine/core';
import type { MeterResponse } from '../../../../contract/responses';
import type { MeterBody } from '../../../../contract/bodies';
import { finishDialog } from '../../forms/finish-dialog';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { request } from '../../server/request';
import { formatNumber } from '../../shown/format-number';
import { useTimes } from '../../shown/times';

interface MeterValues {
  name: string;
  unit: string;
  threshold: number | string;
}

interface MeterDialogProps {
  readonly title: string;
  readonly submitName: string;
  readonly initialValues: MeterValues;
  readonly send: (body: MeterBody) => Promise<unknown>;
  readonly message: string;
  readonly onClose: () => void;
}

function MeterDialog({ title, submitName, send, message, onClose, ...rest }: MeterDialogProps) {
  const state = useRequestForm({
    initialValues: rest.initialValues,
    send: ({ name, unit, threshold }: MeterValues) =>
      send({
        name,
        unit: unit || null,
        threshold: threshold === '' ? null : Number(threshold),
      }),
    done: () => finishDialog(onClose, message, 'asset'),
  });
  const { form } = state;
  return (
    <RequestDialog title={title} state={state} submitName={submitName} onClose={onClose}>
      <TextInput
        label="Name"
        description="For example, Run hours."
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Unit"
        description="Optional. For example, h or km."
        {...form.getInputProps('unit')}
      />
      <NumberInput
        label="Threshold"
        description="Optional. When a reading reaches this value, a job is created unless one is open for this meter."
        allowNegative={false}
        thousandSeparator=","
        hideControls
        {...form.getInputProps('threshold')}
      />
    </RequestDialog>
  );
}

interface AddMeterDialogProps {
  readonly assetId: number;
  readonly onClose: () => void;
}

export const AddMeterDialog = ({ assetId, onClose }: AddMeterDialogProps) => (
  <MeterDialog
    title="Add meter"
    submitName="Add meter"
    initialValues={{ name: '', unit: '', threshold: '' }}
    send={(body) => request('POST', `assets/${assetId}/meters`, { body })}
    message="Meter added."
    onClose={onClose}
  />
);

interface MeterProps {
  readonly meter: MeterResponse;
  readonly onClose: () => void;
}

export const EditMeterDialog = ({ meter, onClose }: MeterProps) => (
  <MeterDialog
    title="Edit meter"
    submitName="Save"
    initialValues={{
      name: meter.name,
      unit: meter.unit ?? '',
      threshold: meter.threshold ?? '',
    }}
    send={(body) => request('PUT', `meters/${meter.meter_id}`, { body })}
    message="Meter saved."
    onClose={onClose}
  />
);

interface ReadingValues {
  reading_value: number | string;
  reading_date: string;
}

export function AddReadingDialog({ meter, onClose }: MeterProps) {
  const send = useIdempotentSend('asset');
  const { today } = useTimes();
  const { meter_id: meterId, asset_id: assetId, name, unit, threshold } = meter;
  const initialValues: ReadingValues = { reading_value: '', reading_date: today() };
  const state = useRequestForm({
    initialValues,
    send: ({ reading_value: value, reading_date: date }: ReadingValues) => {
      const body = {
        meter_id: meterId,
        reading_value: value === '' ? undefined : Number(value),
        reading_date: date,
      };
      const query = { id: assetId, sub: 'meter_reading' };
      return send((idempotencyKey) =>
        request('POST', 'v1/assets', { query, body, idempotencyKey }),
      );
    },
    done: () => finishDialog(onClose, 'Reading added.', 'asset'),
  });
  const { form } = state;
  return (
    <RequestDialog title="Add reading" state={state} submitName="Add reading" onClose={onClose}>
      <Text size="sm">
        {name}. A reading can't be changed or removed later.
        {threshold !== null &&
          ` At ${formatNumber(threshold, unit)} or more, a job is created unless one is open for this meter.`}
      </Text>
      <NumberInput
        label="Reading"
        description={unit}
        allowNegative={false}
        thousandSeparator=","
        hideControls
        data-autofocus
        {...form.getInputProps('reading_value')}
      />
      <TextInput label="Date" type="date" {...form.getInputProps('reading_date')} />
    </RequestDialog>
  );
}
