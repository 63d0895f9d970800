import type { CustomerResponse } from '../../../../contract/responses';
import { RequestDialog } from '../../forms/request-dialog';
import { useVersionedEdit } from '../../forms/versioned-edit';
import { request } from '../../server/request';
import { assignContactError, CustomerFields, toCustomerValues } from './customer-fields';

interface EditCustomerDialogProps {
  readonly customer: CustomerResponse;
  readonly onClose: () => void;
}

export function EditCustomerDialog({ customer, onClose }: EditCustomerDialogProps) {
  const { customer_id: id } = customer;
  const state = useVersionedEdit({
    record: customer,
    what: 'customer',
    path: `customers/${id}`,
    toValues: toCustomerValues,
    send: (edits, version) =>
      assignContactError(request('PUT', 'v1/customers', { query: { id }, body: edits, version })),
    onClose,
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
