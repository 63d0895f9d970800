import { Text, TextInput } from '@mantine/core';
import type { InvoiceResponse } from '../../../../contract/responses';
import { finishDialog } from '../../forms/finish-dialog';
import { AmountInput } from '../../forms/amount-input';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { request } from '../../server/request';
import { useMoney } from '../../shown/money';
import { toCents } from './cents';

interface Values {
  /** In whole units, as entered. */
  amount_cents: number | string;
  reference: string;
}

export function RecordPaymentDialog({
  invoice,
  onClose,
}: {
  readonly invoice: InvoiceResponse;
  readonly onClose: () => void;
}) {
  const money = useMoney();
  const send = useIdempotentSend('job');
  const openCents = invoice.total_cents - invoice.paid_cents;
  const initialValues: Values = { amount_cents: openCents / 100, reference: '' };
  const state = useRequestForm({
    initialValues,
    send: ({ amount_cents: amount, reference }: Values) =>
      send((idempotency_key) => {
        const body = {
          amount_cents: toCents(amount),
          reference,
          idempotency_key,
        };
        return request('POST', `invoices/${invoice.invoice_id}/payments`, { body });
      }),
    done: () => finishDialog(onClose, 'Payment recorded.', 'job'),
  });
  return (
    <RequestDialog
      title={`Payment for ${invoice.invoice_number}`}
      state={state}
      submitName="Record payment"
      onClose={onClose}
    >
      <Text size="sm">
        {money(openCents, invoice.currency)} of {money(invoice.total_cents, invoice.currency)} is
        still due. A payment can't be changed or undone later.
      </Text>
      <AmountInput
        label="Amount"
        description={invoice.currency}
        data-autofocus
        {...state.form.getInputProps('amount_cents')}
      />
      <TextInput
        label="Reference"
        description="Optional. Check number or bank reference."
        {...state.form.getInputProps('reference')}
      />
    </RequestDialog>
  );
}
