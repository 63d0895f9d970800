import type { ApplyOutcome, Caller } from '@svc/contracts';
import { runInOrder } from '@svc/kernel';
import { changeTechnician, newTechnician } from '../domain/technician';
import type { NamedSkill, Technician, TechnicianFields } from '../records';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

/** Skills and schedule are replaced as a whole; a field that is absent stays as it is. */
export type TechnicianEntry = TechnicianFields & {
  readonly skills?: readonly NamedSkill[] | undefined;
};

export interface SavedTechnician {
  readonly technician: Technician;
  readonly outcome: ApplyOutcome;
}

/** Saves all or none, found by their e-mail addresses; new ones are added together. */
export const saveTechnicians =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, wanted: readonly TechnicianEntry[]): Promise<SavedTechnician[]> => {
    const { companyId } = caller;

    async function addNew(
      { technicians, skillCategories }: UnitOfWork,
      all: readonly TechnicianEntry[],
    ): Promise<SavedTechnician[]> {
      const skills = await skillCategories.categorise(
        companyId,
        all.map((each) => each.skills ?? []),
      );
      const drafts = all.map((each, at) =>
        newTechnician(companyId, { ...each, skills: skills[at] }, now()),
      );
      const added = await technicians.addAll(caller, drafts);
      return added.map((technician) => ({ technician, outcome: 'created' }));
    }

    async function upsert(unit: UnitOfWork, each: TechnicianEntry): Promise<SavedTechnician> {
      const { technicians, skillCategories } = unit;
      const before = await technicians.findByEmail(companyId, each.email);
      if (!before) {
        const [created] = await addNew(unit, [each]);
        return created as SavedTechnician;
      }
      const [skills] = each.skills
        ? await skillCategories.categorise(companyId, [each.skills])
        : [];
      const technician = changeTechnician(before, { ...each, skills }, now());
      if (technician === before) return { technician, outcome: 'unchanged' };
      await technicians.change(caller, before, technician);
      return { technician, outcome: 'changed' };
    }

    return transact(async (unit) => {
      const emails = wanted.map(({ email }) => email);
      await unit.technicians.lockEmails(companyId, emails);
      if (await unit.technicians.areUnused(companyId, emails)) return addNew(unit, wanted);
      return runInOrder(wanted, (each) => upsert(unit, each));
    });
  };
