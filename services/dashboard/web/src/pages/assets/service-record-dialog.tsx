import { Checkbox, NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { SERVICE_TYPES, type ServiceType } from '../../../../contract/values';
import { TechnicianChooser } from '../../choosers/technician-chooser';
import { AmountInput } from '../../forms/amount-input';
import { finishDialog } from '../../forms/finish-dialog';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { request } from '../../server/request';
import { useTimes } from '../../shown/times';
import { toChoices } from './asset-badges';

interface Values {
  service_type: ServiceType | null;
  service_date: string;
  description: string;
  technician_id: number | null;
  labor_hours: number | string;
  service_cost: number | string;
  resolution_notes: string;
  is_warranty_work: boolean;
  warranty_claim_number: string;
}

interface ServiceRecordDialogProps {
  readonly assetId: number;
  readonly onClose: () => void;
}

/** The API treats empty texts as none. */
export function ServiceRecordDialog({ assetId, onClose }: ServiceRecordDialogProps) {
  const { today } = useTimes();
  const initialValues: Values = {
    service_type: null,
    service_date: today(),
    description: '',
    technician_id: null,
    labor_hours: '',
    service_cost: '',
    resolution_notes: '',
    is_warranty_work: false,
    warranty_claim_number: '',
  };
  const send = useIdempotentSend('asset');
  const state = useRequestForm({
    initialValues,
    send: (values: Values) => {
      const body = {
        ...values,
        service_type: values.service_type ?? undefined,
        labor_hours: values.labor_hours === '' ? null : values.labor_hours,
        service_cost: values.service_cost === '' ? null : values.service_cost,
      };
      const query = { id: assetId, sub: 'service' };
      return send((idempotencyKey) =>
        request('POST', 'v1/assets', { query, body, idempotencyKey }),
      );
    },
    done: () => finishDialog(onClose, 'Service record added.', 'asset'),
  });
  const { form } = state;
  return (
    <RequestDialog
      title="Add service record"
      state={state}
      submitName="Add service record"
      onClose={onClose}
      size="lg"
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Type of service"
          data={toChoices(SERVICE_TYPES)}
          data-autofocus
          {...form.getInputProps('service_type')}
        />
        <TextInput label="Date" type="date" {...form.getInputProps('service_date')} />
      </SimpleGrid>
      <Textarea
        label="Description"
        description="What was done."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
      />
      <TechnicianChooser placeholder="None" {...form.getInputProps('technician_id')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberInput
          label="Hours"
          decimalScale={2}
          allowNegative={false}
          hideControls
          {...form.getInputProps('labor_hours')}
        />
        <AmountInput label="Cost" prefix="$" {...form.getInputProps('service_cost')} />
      </SimpleGrid>
      <Textarea
        label="Resolution"
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('resolution_notes')}
      />
      <Checkbox
        label="Work under warranty"
        {...form.getInputProps('is_warranty_work', { type: 'checkbox' })}
      />
      <TextInput label="Warranty claim number" {...form.getInputProps('warranty_claim_number')} />
    </RequestDialog>
  );
}
