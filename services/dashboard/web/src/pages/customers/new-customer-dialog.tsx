import { useNavigate } from '@tanstack/react-router';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useSentOnce } from '../../forms/sent-once';
import { ask } from '../../server/ask';
import { showDone } from '../../shown/messages';
import { besideContact, CustomerFields, type CustomerValues } from './customer-fields';
import { customersChanged } from './customers-changed';

const INITIAL: CustomerValues = {
  customer_name: '',
  customer_email: '',
  customer_phone: '',
  default_sla_hours: 24,
  tax_exempt: false,
  tax_exemption_reason: '',
};

/** Asks for a new customer, and opens it. */
export function NewCustomerDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const once = useSentOnce(customersChanged);
  const state = useRequestForm({
    initialValues: INITIAL,
    send: (body: CustomerValues) =>
      once((onceKey) =>
        besideContact(
          ask<{ readonly customer_id: number }>('POST', 'v1/customers', { body, onceKey }),
        ),
      ),
    done: ({ data: { customer_id: id } }) => {
      onClose();
      showDone('The customer was created.');
      void customersChanged();
      // The form has been saved, and its question before leaving is one rendering late.
      void navigate({ to: `/customers/${id}` as never, ignoreBlocker: true });
    },
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
