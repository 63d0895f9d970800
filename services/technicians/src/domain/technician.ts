import { isDeepStrictEqual } from 'node:util';
import { DomainError, invalidField } from '@svc/contracts';
import { pickGivenFields, toNextVersion } from '@svc/kernel';
import type { Shift, Skill, Technician, TechnicianFields } from '../records';

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

/** @throws validation_failed unless each shift ends after it begins and none of a day overlap */
export function workingWeek(shifts: readonly Shift[]): Shift[] {
  const week = shifts.toSorted(
    (a, b) => a.dayOfWeek - b.dayOfWeek || (a.startTime < b.startTime ? -1 : 1),
  );
  for (const [at, { dayOfWeek, startTime, endTime }] of week.entries()) {
    if (endTime <= startTime) {
      throw invalidField(
        'schedule',
        `schedule has a shift that ends at ${endTime}, not after ${startTime}.`,
      );
    }
    const earlier = week[at - 1];
    if (earlier?.dayOfWeek === dayOfWeek && startTime < earlier.endTime) {
      throw invalidField(
        'schedule',
        `schedule has shifts of day ${dayOfWeek} that overlap at ${startTime}.`,
      );
    }
  }
  return week;
}

/** Each category once, sorted so that equal sets are equal lists. */
export function skillSet(skills: readonly Skill[]): Skill[] {
  const ordered = skills.toSorted((a, b) => a.skillCategoryId - b.skillCategoryId);
  const repeated = ordered.find(
    (skill, at) => skill.skillCategoryId === ordered[at - 1]?.skillCategoryId,
  );
  if (repeated) throw invalidField('skills', `skills names ${repeated.skillName} more than once.`);
  return ordered;
}
