import { useOpenCreated } from '../../forms/open-created';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { ask } from '../../server/ask';
import { besideContact, CustomerFields, type CustomerValues } from './customer-fields';

const INITIAL: CustomerValues = {
  customer_name: '',
  customer_email: '',
  customer_phone: '',
  default_sla_hours: 24,
  tax_exempt: false,
  tax_exemption_reason: '',
};

export function NewCustomerDialog({ onClose }: { readonly onClose: () => void }) {
  const openCreated = useOpenCreated({ what: 'customer', onClose });
  const send = useIdempotentSend('customer');
  const state = useRequestForm({
    initialValues: INITIAL,
    send: (body: CustomerValues) =>
      send((idempotencyKey) =>
        besideContact(
          ask<{ readonly customer_id: number }>('POST', 'v1/customers', { body, idempotencyKey }),
        ),
      ),
    done: ({ data: { customer_id: id } }) => openCreated(`/customers/${id}`),
  });
  return (
    <RequestDialog
      title="New customer"
      state={state}
      submitName="Create customer"
      onClose={onClose}
      size="lg"
    >
      <CustomerFields form={state.form} />
    </RequestDialog>
  );
}
