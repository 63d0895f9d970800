import { TextInput } from '@mantine/core';
import { finishDialog } from '../../forms/finish-dialog';
import { AmountInput } from '../../forms/amount-input';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { request } from '../../server/request';
import { toCents } from './cents';

interface Values {
  /** In whole units, as entered. */
  total_cents: number | string;
  currency: string;
}

const INITIAL: Values = { total_cents: '', currency: 'USD' };

export function NewInvoiceDialog({
  jobId,
  onClose,
}: {
  readonly jobId: number;
  readonly onClose: () => void;
}) {
  const send = useIdempotentSend('job');
  const state = useRequestForm({
    initialValues: INITIAL,
    send: ({ total_cents: total, currency }: Values) =>
      send((idempotency_key) => {
        const body = {
          total_cents: toCents(total),
          currency: currency.trim().toUpperCase(),
          idempotency_key,
        };
        return request('POST', `jobs/${jobId}/invoices`, { body });
      }),
    done: () => finishDialog(onClose, 'Invoice created.', 'job'),
  });
  return (
    <RequestDialog title="New invoice" state={state} submitName="Create invoice" onClose={onClose}>
      <AmountInput label="Total" data-autofocus {...state.form.getInputProps('total_cents')} />
      <TextInput
        label="Currency"
        description="Three letters, for example USD."
        maxLength={3}
        {...state.form.getInputProps('currency')}
      />
    </RequestDialog>
  );
}
