import { INTERNAL_READS, type CustomerCard } from '@svc/contracts';
import { statement } from '@svc/database';
import { projection } from './projection';

/** Names of customers, and whether they are removed. */
export const customerNames = projection<CustomerCard>({
  name: 'customer-names',
  owner: 'customers',
  path: INTERNAL_READS.customers,
  filter: 'fsm.customers.customer.*',
  idOf: (card) => card.customer_id,
  keep: statement(
    'keep_customer_names',
    `insert into customer_names as kept (company_id, customer_id, customer_name, deleted, version)
     select $1, customer_id, customer_name, deleted, version
     from json_to_recordset($2) as card
       (customer_id bigint, customer_name text, deleted boolean, version integer)
     on conflict (company_id, customer_id) do update
       set customer_name = excluded.customer_name, deleted = excluded.deleted,
         version = excluded.version
       where kept.version <= excluded.version`,
  ),
});
