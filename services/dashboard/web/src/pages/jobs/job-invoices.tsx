import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { ListedInvoiceResponse } from '../../../../contract/responses';
import { RecordTable } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { useMayUse } from '../../session/may-use';
import { useMoney } from '../../shown/money';
import { StatusBadge } from '../../shown/status';
import { Time } from '../../shown/times';
import { RecordPaymentDialog } from './record-payment-dialog';

export function Invoices({ jobId }: { readonly jobId: number }) {
  const money = useMoney();
  const mayUse = useMayUse();
  const [paid, setPaid] = useState<ListedInvoiceResponse>();
  const invoices = useRecords<ListedInvoiceResponse>(`jobs/${jobId}/invoices`, [], {
    pageName: 'invoices_page',
  });
  return (
    <>
      <RecordTable
        name="Invoices"
        records={invoices}
        columns={[
          { name: 'Invoice', isCode: true, cell: (invoice) => invoice.invoice_number },
          {
            name: 'Status',
            cell: ({ status }) => (
              <StatusBadge color={status === 'Paid' ? 'green' : 'yellow'}>{status}</StatusBadge>
            ),
          },
          {
            name: 'Total',
            isNumber: true,
            cell: (invoice) => money(invoice.total_cents, invoice.currency),
          },
          {
            name: 'Paid',
            isNumber: true,
            cell: (invoice) => money(invoice.paid_cents, invoice.currency),
          },
          { name: 'Payments', cell: (invoice) => <Payments invoice={invoice} /> },
          { name: 'Created', cell: (invoice) => <Time value={invoice.created_at} /> },
        ]}
        actions={(invoice) =>
          invoice.status === 'Open' &&
          mayUse('change_jobs') && (
            <Button size="compact-sm" variant="default" onClick={() => setPaid(invoice)}>
              Record payment
            </Button>
          )
        }
        getKey={(invoice) => invoice.invoice_id}
        empty="No invoices yet."
      />
      {paid && <RecordPaymentDialog invoice={paid} onClose={() => setPaid(undefined)} />}
    </>
  );
}

function Payments({ invoice }: { readonly invoice: ListedInvoiceResponse }) {
  const money = useMoney();
  return invoice.payments.map((payment) => (
    <Text key={payment.payment_id} size="sm">
      {money(payment.amount_cents, invoice.currency)}
      {payment.reference !== null && `, ${payment.reference}`}
      <Text span size="xs" c="dimmed">
        {' · '}
        <Time value={payment.recorded_at} />
      </Text>
    </Text>
  ));
}
