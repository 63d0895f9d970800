import type { CustomerAnswer } from '../../../../contract/customers';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { ask } from '../../server/ask';
import { showDone } from '../../shown/messages';
import { besideContact, bodyOf, CustomerFields, type CustomerValues } from './customer-fields';
import { customersChanged } from './customers-changed';

interface EditCustomerDialogProps {
  readonly customer: CustomerAnswer;
  readonly onClose: () => void;
}

export function EditCustomerDialog({ customer, onClose }: EditCustomerDialogProps) {
  const initialValues: CustomerValues = {
    customer_name: customer.customer_name,
    customer_email: customer.customer_email,
    customer_phone: customer.customer_phone,
    default_sla_hours: customer.default_sla_hours,
    tax_exempt: customer.tax_exempt,
    tax_exemption_reason: customer.tax_exemption_reason ?? '',
  };
  const state = useRequestForm({
    initialValues,
    send: (values: CustomerValues) => {
      const query = { id: customer.customer_id };
      return besideContact(ask('PUT', 'v1/customers', { query, body: bodyOf(values) }));
    },
    done: () => {
      onClose();
      showDone('The customer was changed.');
      void customersChanged();
    },
  });
  return (
    <RequestDialog
      title="Edit customer"
      state={state}
      submitName="Save"
      onClose={onClose}
      size="lg"
    >
      <CustomerFields form={state.form} />
    </RequestDialog>
  );
}
