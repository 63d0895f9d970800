import { runOn, statement, takeTurn } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { Draft, Technician } from '../domain/technician';
import { WHOLE_TECHNICIAN } from './technician-reads';
import { technicianShiftTable } from './technician-shift-table';
import { technicianSkillTable } from './technician-skill-table';
import { technicianTable } from './technician-table';

const FIND_BY_EMAIL = statement<{ companyId: number; email: string }, Technician>()(
  'find_technician_by_email',
  `${WHOLE_TECHNICIAN} where company_id = :companyId and lower(email) = lower(:email)`,
);

/** Technicians inside a transaction. */
export const technicianRepository = (tx: EntityManager) => {
  const run = runOn(tx);

  const replaceSkills = async ({ companyId, id, skills }: Technician): Promise<void> => {
    await tx.delete(technicianSkillTable, { companyId, technicianId: id });
    await tx.insert(
      technicianSkillTable,
      skills.map(({ categoryId, level }) => ({ companyId, technicianId: id, categoryId, level })),
    );
  };

  const replaceShifts = async ({ companyId, id, schedule }: Technician): Promise<void> => {
    await tx.delete(technicianShiftTable, { companyId, technicianId: id });
    await tx.insert(
      technicianShiftTable,
      schedule.map((shift) => ({ companyId, technicianId: id, ...shift })),
    );
  };

  return {
    /**
     * The company's technician with this e-mail address, whom nobody else saves before the
     * transaction ends.
     *
     * The address is what is locked: of two that create the same technician at once, neither finds a
     * row to lock.
     */
    async lockByEmail(companyId: number, email: string): Promise<Technician | undefined> {
      await takeTurn(tx, `technician ${companyId} ${email}`);
      const [technician] = await run(FIND_BY_EMAIL, { companyId, email });
      return technician;
    },

    async add(draft: Draft): Promise<Technician> {
      const { identifiers } = await tx.insert(technicianTable, rowOf(draft));
      const technician: Technician = { ...draft, id: identifiers[0]?.['id'] as number };
      await replaceSkills(technician);
      await replaceShifts(technician);
      return technician;
    },

    async update(technician: Technician): Promise<void> {
      const { companyId, id, ...changes } = technician;
      await tx.update(technicianTable, { companyId, id }, rowOf(changes));
      await replaceSkills(technician);
      await replaceShifts(technician);
    },
  };
};

const rowOf = <T extends Pick<Draft, 'skills' | 'schedule'>>({
  skills: _skills,
  schedule: _schedule,
  ...row
}: T) => row;
