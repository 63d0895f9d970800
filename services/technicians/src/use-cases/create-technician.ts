import { type Caller } from '@svc/contracts';
import { emailTaken, newTechnician } from '../domain/technician';
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
