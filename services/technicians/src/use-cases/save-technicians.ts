import type { Caller, Outcome } from '@svc/contracts';
import { inOrder } from '@svc/kernel';
import type { NamedSkill } from '../domain/skill';
import {
  changeTechnician,
  newTechnician,
  type TechnicianInput,
  type Technician,
} from '../domain/technician';
import { technicianCreated, technicianUpdated } from '../domain/technician-events';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

export interface SaveTechnician {
  /** What is absent stays as it is. */
  readonly profile: Omit<TechnicianInput, 'skills'>;
  /** Replaces all skills; undefined keeps them. */
  readonly skills: readonly NamedSkill[] | undefined;
}

export interface SavedTechnician {
  readonly technician: Technician;
  readonly outcome: Outcome;
}

/**
 * Creates technicians with these e-mail addresses, or brings those that are there up to date; all or
 * none of them, and those that are all new together.
 */
export const saveTechnicians =
  ({ transact, now }: Dependencies) =>
  ({ companyId, actor }: Caller, wanted: readonly SaveTechnician[]): Promise<SavedTechnician[]> => {
    async function addNew(
      { technicians, skillCategories, outbox }: UnitOfWork,
      all: readonly SaveTechnician[],
    ): Promise<SavedTechnician[]> {
      const skills = await skillCategories.categorise(
        companyId,
        all.map((each) => each.skills ?? []),
      );
      const drafts = all.map(({ profile }, at) =>
        newTechnician(companyId, { ...profile, skills: skills[at] }, now()),
      );
      const added = await technicians.addAll(drafts);
      await outbox.append(added.map((technician) => technicianCreated(technician, actor)));
      return added.map((technician) => ({ technician, outcome: 'created' }));
    }

    async function upsert(unit: UnitOfWork, each: SaveTechnician): Promise<SavedTechnician> {
      const { technicians, skillCategories, outbox } = unit;
      const before = await technicians.findByEmail(companyId, each.profile.email);
      if (!before) {
        const [created] = await addNew(unit, [each]);
        return created as SavedTechnician;
      }
      const [skills] = each.skills
        ? await skillCategories.categorise(companyId, [each.skills])
        : [];
      const technician = changeTechnician(before, { ...each.profile, skills }, now());
      if (technician === before) return { technician, outcome: 'unchanged' };
      await technicians.update(technician);
      await outbox.append([technicianUpdated(technician, actor)]);
      return { technician, outcome: 'changed' };
    }

    return transact(async (unit) => {
      const emails = wanted.map(({ profile }) => profile.email);
      await unit.technicians.lockEmails(companyId, emails);
      if (await unit.technicians.areNew(companyId, emails)) return addNew(unit, wanted);
      return inOrder(wanted, (each) => upsert(unit, each));
    });
  };
