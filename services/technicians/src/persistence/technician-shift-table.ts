import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Shift } from '../domain/shift';

interface TechnicianShiftRow extends Shift {
  readonly companyId: number;
  readonly technicianId: number;
}

export const technicianShiftTable = new EntitySchema<TechnicianShiftRow>({
  name: 'TechnicianShift',
  tableName: 'technician_shifts',
  columns: {
    companyId: { type: 'bigint', name: 'company_id', primary: true },
    technicianId: { type: 'bigint', name: 'technician_id', primary: true },
    dayOfWeek: { type: 'smallint', name: 'day_of_week', primary: true },
    startTime: { type: 'time', name: 'start_time', primary: true },
    endTime: { type: 'time', name: 'end_time' },
    isAvailable: { type: 'boolean', name: 'is_available' },
  } satisfies Record<keyof TechnicianShiftRow, EntitySchemaColumnOptions>,
});
