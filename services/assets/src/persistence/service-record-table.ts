import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { ServiceRecord } from '../domain/service-record';

const decimal = (name: string): EntitySchemaColumnOptions => ({
  type: 'numeric',
  name,
  precision: 9,
  scale: 2,
  nullable: true,
});

export const serviceRecordTable = new EntitySchema<ServiceRecord>({
  name: 'ServiceRecord',
  tableName: 'service_records',
  columns: {
    companyId: { type: 'bigint', name: 'company_id' },
    id: { type: 'bigint', primary: true, generated: 'increment' },
    assetId: { type: 'bigint', name: 'asset_id' },
    taskId: { type: 'bigint', name: 'task_id', nullable: true },
    serviceType: { type: 'text', name: 'service_type' },
    description: { type: 'text' },
    resolutionNotes: { type: 'text', name: 'resolution_notes', nullable: true },
    partsUsedSummary: { type: 'text', name: 'parts_used_summary', nullable: true },
    technicianId: { type: 'bigint', name: 'technician_id', nullable: true },
    serviceDate: { type: 'date', name: 'service_date' },
    serviceStartedAt: { type: 'timestamptz', name: 'service_started_at', nullable: true },
    serviceCompletedAt: { type: 'timestamptz', name: 'service_completed_at', nullable: true },
    nextServiceDue: { type: 'date', name: 'next_service_due', nullable: true },
    meterReadingAtService: {
      type: 'double precision',
      name: 'meter_reading_at_service',
      nullable: true,
    },
    laborHours: decimal('labor_hours'),
    serviceCost: decimal('service_cost'),
    isWarrantyWork: { type: 'boolean', name: 'is_warranty_work' },
    warrantyClaimNumber: { type: 'text', name: 'warranty_claim_number', nullable: true },
    createdAt: { type: 'timestamptz', name: 'created_at' },
  } satisfies Record<keyof ServiceRecord, EntitySchemaColumnOptions>,
});
