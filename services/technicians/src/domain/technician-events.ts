import type { DomainEvent, EventType, TechnicianCard } from '@svc/contracts';
import { fullName, type Technician } from './technician';

/** What other contexts are told of a technician. */
export const technicianCard = (
  technician: Pick<Technician, 'id' | 'firstName' | 'lastName' | 'status' | 'version'>,
): TechnicianCard => ({
  technician_id: technician.id,
  technician_name: fullName(technician),
  status: technician.status,
  version: technician.version,
});

const announce = (type: EventType, technician: Technician, actor: string): DomainEvent => ({
  type,
  companyId: technician.companyId,
  recordId: technician.id,
  version: technician.version,
  occurredAt: technician.updatedAt,
  actor,
  data: { card: technicianCard(technician) },
});

export const technicianCreated = (technician: Technician, actor: string): DomainEvent =>
  announce('technician.created', technician, actor);

export const technicianUpdated = (technician: Technician, actor: string): DomainEvent =>
  announce('technician.updated', technician, actor);
