import type { Outcome } from '@svc/contracts';
import type { NamedSkill } from '../domain/skill';
import {
  amendTechnician,
  hireTechnician,
  type GivenProfile,
  type Technician,
} from '../domain/technician';
import { technicianCreated, technicianUpdated } from '../domain/technician-events';
import type { Transact } from '../persistence/transaction';

export interface SaveTechnician {
  readonly companyId: number;
  /** What is absent stays as it is. */
  readonly profile: Omit<GivenProfile, 'skills'>;
  /** Replaces all skills; undefined keeps them. */
  readonly skills: readonly NamedSkill[] | undefined;
  readonly actor: string;
}

/** Creates the technician with this e-mail address, or brings the one there is up to date. */
export const saveTechnician =
  (transact: Transact, now: () => Date) =>
  ({
    companyId,
    profile,
    skills,
    actor,
  }: SaveTechnician): Promise<{ technician: Technician; outcome: Outcome }> =>
    transact(async ({ technicians, skillCategories, outbox }) => {
      const before = await technicians.lockByEmail(companyId, profile.email);
      const given = {
        ...profile,
        skills: skills && (await skillCategories.categorise(companyId, skills)),
      };
      if (!before) {
        const technician = await technicians.add(hireTechnician(companyId, given, now()));
        await outbox.append([technicianCreated(technician, actor)]);
        return { technician, outcome: 'created' };
      }
      const technician = amendTechnician(before, given, now());
      if (technician === before) return { technician, outcome: 'unchanged' };
      await technicians.update(technician);
      await outbox.append([technicianUpdated(technician, actor)]);
      return { technician, outcome: 'changed' };
    });
