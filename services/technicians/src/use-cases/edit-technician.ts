import { requireVersion, type Caller } from '@svc/contracts';
import { changeTechnician, emailTaken } from '../domain/technician';
import type { Technician } from '../records';
import type { Dependencies } from './dependencies';
import type { TechnicianEntry } from './save-technicians';

export interface EditTechnician {
  readonly id: number;
  /** The version that the change was made to. */
  readonly expectedVersion: number;
  readonly entry: TechnicianEntry;
}

/**
 * Changes one technician, the e-mail address too.
 *
 * A save locks the technician's address: at the expected version that is still the one that was read,
 * so nobody else can change this technician meanwhile.
 *
 * @throws conflict when it has changed since it was read, or another has the e-mail address
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
