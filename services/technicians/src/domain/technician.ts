import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@svc/contracts';
import { pickGivenFields, toNextVersion } from '@svc/kernel';
import type { Skill, Technician, TechnicianFields } from '../records';
import { workingWeek } from './shift';
import { skillSet } from './skill';

export type TechnicianDraft = Omit<Technician, 'id'>;

export type TechnicianInput = TechnicianFields & { readonly skills?: readonly Skill[] | undefined };

/** A new technician: active and available unless the input says otherwise. */
export const newTechnician = (
  companyId: number,
  { skills = [], schedule = [], ...input }: TechnicianInput,
  at: Date,
): TechnicianDraft => ({
  companyId,
  version: 1,
  phone: null,
  status: 'Active',
  availabilityStatus: 'Available',
  vehicleType: null,
  transportModes: [],
  ...pickGivenFields(input),
  skills: skillSet(skills),
  schedule: workingWeek(schedule),
  createdAt: at,
  updatedAt: at,
});

/** Returns `before` itself if nothing differs. */
export function changeTechnician(
  technician: Technician,
  { skills, schedule, ...input }: TechnicianInput,
  at: Date,
): Technician {
  const changed: Technician = {
    ...technician,
    ...pickGivenFields(input),
    skills: skillSet(skills ?? technician.skills),
    schedule: workingWeek(schedule ?? technician.schedule),
  };
  return isDeepStrictEqual(changed, technician) ? technician : toNextVersion(changed, at);
}

export const fullName = ({
  firstName,
  lastName,
}: Pick<Technician, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`;

export function emailTaken(holder: Technician): DomainError {
  const message = `The technician ${fullName(holder)} has this e-mail address already.`;
  return new DomainError('conflict', message, { errors: [{ field: 'email', message }] });
}
