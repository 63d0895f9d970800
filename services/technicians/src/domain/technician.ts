import { isDeepStrictEqual } from 'node:util';
import { DomainError, type AvailabilityStatus, type TechnicianStatus } from '@svc/contracts';
import { revised } from '@svc/kernel';
import { workingWeek, type Shift } from './shift';
import { skillSet, type Skill } from './skill';

/** What the operator says of a technician. */
export interface TechnicianProfile {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly status: TechnicianStatus;
  readonly availabilityStatus: AvailabilityStatus;
  readonly vehicleType: string | null;
  readonly transportModes: readonly string[];
  readonly skills: readonly Skill[];
  readonly schedule: readonly Shift[];
}

export interface Technician extends TechnicianProfile {
  readonly id: number;
  readonly companyId: number;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A technician as a list shows it. */
export type TechnicianSummary = Omit<
  Technician,
  'companyId' | 'email' | 'phone' | 'skills' | 'schedule'
>;

/** A technician whom the database has not yet given an id. */
export type TechnicianDraft = Omit<Technician, 'id'>;

/** The fields that a technician is created or changed with; only name and e-mail are required. */
export type TechnicianInput = Pick<TechnicianProfile, 'firstName' | 'lastName' | 'email'> &
  Partial<TechnicianProfile>;

/** A new technician: active and available unless the input says otherwise. */
export const newTechnician = (
  companyId: number,
  input: TechnicianInput,
  at: Date,
): TechnicianDraft => ({
  companyId,
  version: 1,
  firstName: input.firstName,
  lastName: input.lastName,
  email: input.email,
  phone: input.phone ?? null,
  status: input.status ?? 'Active',
  availabilityStatus: input.availabilityStatus ?? 'Available',
  vehicleType: input.vehicleType ?? null,
  transportModes: input.transportModes ?? [],
  skills: skillSet(input.skills ?? []),
  schedule: workingWeek(input.schedule ?? []),
  createdAt: at,
  updatedAt: at,
});

/** The technician with what is given replaced, or the very same one when nothing differs. */
export function changeTechnician(
  technician: Technician,
  input: TechnicianInput,
  at: Date,
): Technician {
  const changed: Technician = {
    ...technician,
    firstName: input.firstName,
    lastName: input.lastName,
    email: input.email,
    phone: unlessAbsent(input.phone, technician.phone),
    status: input.status ?? technician.status,
    availabilityStatus: input.availabilityStatus ?? technician.availabilityStatus,
    vehicleType: unlessAbsent(input.vehicleType, technician.vehicleType),
    transportModes: input.transportModes ?? technician.transportModes,
    skills: skillSet(input.skills ?? technician.skills),
    schedule: workingWeek(input.schedule ?? technician.schedule),
  };
  return isDeepStrictEqual(changed, technician) ? technician : revised(changed, at);
}

/** Null clears a field and absence keeps it. */
const unlessAbsent = <T>(given: T | undefined, former: T): T =>
  given === undefined ? former : given;

/** The name under which jobs and assets show a technician. */
export const fullName = ({
  firstName,
  lastName,
}: Pick<Technician, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`;

/** Why nobody else can have this technician's e-mail address. */
export function emailTaken(holder: Technician): DomainError {
  const message = `The technician ${fullName(holder)} has this e-mail address already.`;
  return new DomainError('conflict', message, { errors: [{ field: 'email', message }] });
}
