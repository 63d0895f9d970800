import { GENERATED_ID } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Technician } from '../domain/technician';

/** A technician without what other tables hold. */
export type TechnicianRow = Omit<Technician, 'skills' | 'schedule'>;

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
    phone: { type: 'text', nullable: true },
    status: { type: 'text' },
    availabilityStatus: { type: 'text', name: 'availability_status' },
    vehicleType: { type: 'text', name: 'vehicle_type', nullable: true },
    transportModes: { type: 'text', name: 'transport_modes', array: true },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  } satisfies Record<keyof TechnicianRow, EntitySchemaColumnOptions>,
});
