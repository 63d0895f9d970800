import { INTERNAL_READS, type TechnicianCard } from '@svc/contracts';
import { statement } from '@svc/database';
import { projection } from './projection';

/** Names of technicians, and whether jobs may be assigned to them. */
export const technicianNames = projection<TechnicianCard>({
  name: 'technician-names',
  owner: 'technicians',
  path: INTERNAL_READS.technicians,
  filter: 'fsm.technicians.technician.*',
  idOf: (card) => card.technician_id,
  keep: statement(
    'keep_technician_names',
    `insert into technician_names as kept
       (company_id, technician_id, technician_name, status, version)
     select $1, technician_id, technician_name, status, version
     from json_to_recordset($2) as card
       (technician_id bigint, technician_name text, status text, version integer)
     on conflict (company_id, technician_id) do update
       set technician_name = excluded.technician_name, status = excluded.status,
         version = excluded.version
       where kept.version <= excluded.version`,
  ),
});
