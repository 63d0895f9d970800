import {
  createRecordEvent,
  type Caller,
  type DomainEvent,
  type EventType,
  type TechnicianSummary,
} from '@svc/contracts';
import type { Technician } from '../records';
import { fullName } from './technician';

export const technicianCard = (
  technician: Pick<Technician, 'id' | 'firstName' | 'lastName' | 'status' | 'version'>,
): TechnicianSummary => ({
  technician_id: technician.id,
  technician_name: fullName(technician),
  status: technician.status,
  version: technician.version,
});

const announce =
  (type: EventType) =>
  (
    technician: Omit<Technician, 'skills' | 'schedule'>,
    { actor }: Pick<Caller, 'actor'>,
  ): readonly DomainEvent[] => [
    createRecordEvent(type, technician, actor, { card: technicianCard(technician) }),
  ];

export const technicianCreated = announce('technician.created');
export const technicianUpdated = announce('technician.updated');
