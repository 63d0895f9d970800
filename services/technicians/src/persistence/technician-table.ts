import { textKey } from '@svc/contracts';
import { GENERATED_ID, searchTextOf } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Technician, TechnicianDraft } from '../domain/technician';

/** A technician without what other tables hold, with what the table keeps for looking it up. */
export interface TechnicianRow extends Omit<Technician, 'skills' | 'schedule'> {
  readonly emailKey: string;
  readonly searchText: string;
}

export const technicianTable = new EntitySchema<TechnicianRow>({
  name: 'Technician',
  tableName: 'technicians',
  columns: {
    id: GENERATED_ID,
    companyId: { type: 'bigint', name: 'company_id' },
    version: { type: 'integer' },
    firstName: { type: 'text', name: 'first_name' },
    lastName: { type: 'text', name: 'last_name' },
    email: { type: 'text' },
    emailKey: { type: 'text', name: 'email_key' },
    phone: { type: 'text', nullable: true },
    status: { type: 'text' },
    availabilityStatus: { type: 'text', name: 'availability_status' },
    vehicleType: { type: 'text', name: 'vehicle_type', nullable: true },
    transportModes: { type: 'text', name: 'transport_modes', array: true },
    searchText: { type: 'text', name: 'search_text' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  } satisfies Record<keyof TechnicianRow, EntitySchemaColumnOptions>,
});

/** What is written for a technician. */
export function technicianRow<Written extends TechnicianDraft>({
  skills: _skills,
  schedule: _schedule,
  ...row
}: Written): Omit<Written, 'skills' | 'schedule'> & Pick<TechnicianRow, 'emailKey' | 'searchText'> {
  const { firstName, lastName, email, phone } = row;
  return {
    ...row,
    emailKey: textKey(email),
    searchText: searchTextOf(`${firstName} ${lastName}`, email, phone),
  };
}
