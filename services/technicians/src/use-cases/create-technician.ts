import { type Caller } from '@svc/contracts';
import { emailTaken, newTechnician, type Technician } from '../domain/technician';
import { technicianCreated } from '../domain/technician-events';
import type { Dependencies } from './dependencies';
import type { SaveTechnician } from './save-technicians';

/** @throws conflict when the company has a technician with this e-mail address */
export const createTechnician =
  ({ transact, now }: Dependencies) =>
  ({ companyId, actor }: Caller, { profile, skills = [] }: SaveTechnician): Promise<Technician> =>
    transact(async ({ technicians, skillCategories, outbox }) => {
      await technicians.lockEmails(companyId, [profile.email]);
      const holder = await technicians.findByEmail(companyId, profile.email);
      if (holder) throw emailTaken(holder);
      const [categorised] = await skillCategories.categorise(companyId, [skills]);
      const draft = newTechnician(companyId, { ...profile, skills: categorised }, now());
      const [technician] = await technicians.addAll([draft]);
      if (!technician) throw new Error('The technician was not added.');
      await outbox.append([technicianCreated(technician, actor)]);
      return technician;
    });
