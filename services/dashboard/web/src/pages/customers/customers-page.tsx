import { formatPhone } from '../../../../contract/format-phone';
import type { CustomerResponse } from '../../../../contract/responses';
import { NewButton } from '../../forms/dialog-button';
import { FilterRow } from '../../records/filter-row';
import { CheckboxFilter } from '../../records/filters';
import { RecordTable } from '../../records/record-table';
import { SearchFilter } from '../../records/search-filter';
import { useRecords } from '../../records/use-records';
import { Breakable } from '../../shown/breakable';
import { PageFrame } from '../../shown/page';
import { Time } from '../../shown/times';
import { NewCustomerDialog } from './new-customer-dialog';

type Filter = 'search' | 'removed';
const FILTERS: readonly Filter[] = ['search', 'removed'];

export default function CustomersPage() {
  const customers = useRecords<CustomerResponse, Filter>('customers', FILTERS);
  return (
    <PageFrame
      name="Customers"
      actions={
        <NewButton name="New customer" right="change_customers" dialog={NewCustomerDialog} />
      }
    >
      <FilterRow
        of={customers}
        search={
          <SearchFilter of={customers} by="search" placeholder="Name, e-mail or phone" w={260} />
        }
      >
        <CheckboxFilter of={customers} by="removed" label="Removed" value="1" />
      </FilterRow>
      <RecordTable
        name="Customers"
        records={customers}
        columns={[
          {
            name: 'Customer',
            width: '30%',
            to: (customer) => `/customers/${customer.customer_id}`,
            cell: (customer) => customer.customer_name,
          },
          {
            name: 'E-mail',
            phone: 'plain',
            isAddress: true,
            cell: (customer) => <Breakable text={customer.customer_email} />,
          },
          {
            name: 'Phone',
            isCode: true,
            cell: (customer) => formatPhone(customer.customer_phone),
            phone: 'plain',
          },
          { name: 'Locations', cell: (customer) => customer.location_count, isNumber: true },
          {
            name: 'Updated',
            cell: (customer) => <Time value={customer.updated_at} />,
            phone: 'hidden',
          },
        ]}
        getKey={(customer) => customer.customer_id}
        empty="No customers yet. Create your first one, or send them through the API."
      />
    </PageFrame>
  );
}
