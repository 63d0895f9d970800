import { INTERNAL_READS, type LocationCard } from '@svc/contracts';
import { statement } from '@svc/database';
import { projection } from './projection';

/** Names of customer locations, with the customer each belongs to. */
export const locationNames = projection<LocationCard>({
  name: 'location-names',
  owner: 'customers',
  path: INTERNAL_READS.locations,
  filter: 'fsm.customers.location.*',
  idOf: (card) => card.location_id,
  keep: statement(
    'keep_location_names',
    `insert into location_names as kept
       (company_id, location_id, location_name, customer_id, version)
     select $1, location_id, location_name, customer_id, version
     from json_to_recordset($2) as card
       (location_id bigint, location_name text, customer_id bigint, version integer)
     on conflict (company_id, location_id) do update
       set location_name = excluded.location_name, customer_id = excluded.customer_id,
         version = excluded.version
       where kept.version <= excluded.version`,
  ),
});
