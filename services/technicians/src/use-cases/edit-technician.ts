import { requireVersion, type Caller } from '@svc/contracts';
import { changeTechnician, emailTaken, type Technician } from '../domain/technician';
import { technicianUpdated } from '../domain/technician-events';
import type { Dependencies } from './dependencies';
import type { SaveTechnician } from './save-technicians';

export interface EditTechnician extends SaveTechnician {
  readonly id: number;
  /** The version that the change was made to. */
  readonly expectedVersion: number;
}

/**
 * Changes one technician, the e-mail address too.
 *
 * Whoever saves a technician holds its address: at the expected version that is still the one that was read,
 * so nobody else can change this technician meanwhile.
 *
 * @throws conflict when it has changed since it was read, or another has the e-mail address
 */
export const editTechnician =
  ({ technicians: reads, transact, now }: Dependencies) =>
  async (
    { companyId, actor }: Caller,
    { id, expectedVersion, profile, skills }: EditTechnician,
  ): Promise<Technician> => {
    const known = await reads.find(companyId, id);
    requireVersion('technician', known, expectedVersion);
    return transact(async ({ technicians, skillCategories, outbox }) => {
      await technicians.lockEmails(companyId, [known.email, profile.email]);
      const before = await technicians.find(companyId, id);
      requireVersion('technician', before, expectedVersion);
      const holder = await technicians.findByEmail(companyId, profile.email);
      if (holder && holder.id !== id) throw emailTaken(holder);
      const [categorised] = skills ? await skillCategories.categorise(companyId, [skills]) : [];
      const after = changeTechnician(before, { ...profile, skills: categorised }, now());
      if (after === before) return before;
      await technicians.update(after);
      await outbox.append([technicianUpdated(after, actor)]);
      return after;
    });
  };
