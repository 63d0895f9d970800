import { requireVersion, type Caller } from '@svc/contracts';
import { changeTechnician, emailTaken, newTechnician } from '../domain/technician';
import type { Technician } from '../records';
import type { Dependencies } from './dependencies';
import type { TechnicianEntry } from './save-technicians';

/** @throws conflict when the company has a technician with this e-mail address */
export const createTechnician =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, { skills = [], ...entry }: TechnicianEntry): Promise<Technician> =>
    transact(async ({ technicians, skillCategories }) => {
      const { companyId } = caller;
      await technicians.lockEmails(companyId, [entry.email]);
      const holder = await technicians.findByEmail(companyId, entry.email);
      if (holder) throw emailTaken(holder);
      const [categorised] = await skillCategories.categorise(companyId, [skills]);
      const draft = newTechnician(companyId, { ...entry, skills: categorised }, now());
      const [added] = await technicians.addAll(caller, [draft]);
      return added as Technician;
    });

export interface EditTechnician {
  readonly id: number;
  readonly expectedVersion: number;
  readonly entry: TechnicianEntry;
}

/**
 * A save locks the technician's address, which is unchanged at the expected version, so nobody else
 * can change this technician meanwhile. @throws conflict when it has changed since it was read, or
 * another has the e-mail address
 */
export const editTechnician =
  ({ technicians: reads, transact, now }: Dependencies) =>
  async (
    caller: Caller,
    { id, expectedVersion, entry: { skills, ...entry } }: EditTechnician,
  ): Promise<Technician> => {
    const { companyId } = caller;
    const known = await reads.find(companyId, id);
    requireVersion('technician', known, expectedVersion);
    return transact(async ({ technicians, skillCategories }) => {
      await technicians.lockEmails(companyId, [known.email, entry.email]);
      const before = await technicians.find(companyId, id);
      requireVersion('technician', before, expectedVersion);
      const holder = await technicians.findByEmail(companyId, entry.email);
      if (holder && holder.id !== id) throw emailTaken(holder);
      const [categorised] = skills ? await skillCategories.categorise(companyId, [skills]) : [];
      const after = changeTechnician(before, { ...entry, skills: categorised }, now());
      if (after !== before) await technicians.change(caller, before, after);
      return after;
    });
  };
