import { useOpenCreated } from '../../forms/open-created';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { request } from '../../server/request';
import {
  assignContactError,
  CustomerFields,
  NEW_CUSTOMER,
  type CustomerValues,
} from './customer-fields';

export function NewCustomerDialog({ onClose }: { readonly onClose: () => void }) {
  const openCreated = useOpenCreated({ what: 'customer', onClose });
  const send = useIdempotentSend('customer');
  const state = useRequestForm({
    initialValues: NEW_CUSTOMER,
    send: (body: CustomerValues) =>
      send((idempotencyKey) =>
        assignContactError(
          request<{ readonly customer_id: number }>('POST', 'v1/customers', {
            body,
            idempotencyKey,
          }),
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
