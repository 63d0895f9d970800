import { runOn, statement, takeTurns } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { TechnicianDraft, Technician } from '../domain/technician';
import { TECHNICIAN_COLUMNS, technicianReads } from './technician-reads';
import { technicianShiftTable } from './technician-shift-table';
import { technicianSkillTable } from './technician-skill-table';
import { technicianTable } from './technician-table';

const FIND_BY_EMAIL = statement<{ companyId: number; email: string }, Technician>()(
  'find_technician_by_email',
  `${TECHNICIAN_COLUMNS} where company_id = :companyId and lower(email) = lower(:email)`,
);

const FIND_EMAILS = statement<{ companyId: number; emails: readonly string[] }>()(
  'find_technician_emails',
  `select from technicians
   where company_id = :companyId
     and lower(email) = any(array(select lower(asked) from unnest(:emails::text[]) asked))
   limit 1`,
);

const skillRowsOf = ({ companyId, id, skills }: Technician) =>
  skills.map(({ categoryId, level }) => ({ companyId, technicianId: id, categoryId, level }));

const shiftRowsOf = ({ companyId, id, schedule }: Technician) =>
  schedule.map((shift) => ({ companyId, technicianId: id, ...shift }));

/** Technicians inside a transaction. */
export const technicianRepository = (tx: EntityManager) => {
  const run = runOn(tx);

  return {
    /**
     * Keeps others from saving the company's technicians with these e-mail addresses before the
     * transaction ends.
     *
     * The addresses are what is locked: of two that create the same technician at once, neither finds
     * a row to lock.
     */
    lockEmails: (companyId: number, emails: readonly string[]): Promise<void> =>
      takeTurns(
        tx,
        emails.map((email) => `technician ${companyId} ${email}`),
      ),

    /** The company's technician with this id, or not_found. */
    find: (companyId: number, id: number): Promise<Technician> =>
      technicianReads(run).find(companyId, id),

    async findByEmail(companyId: number, email: string): Promise<Technician | undefined> {
      const [technician] = await run(FIND_BY_EMAIL, { companyId, email });
      return technician;
    },

    /** Whether the company has no technician with these e-mail addresses. */
    async areNew(companyId: number, emails: readonly string[]): Promise<boolean> {
      return (await run(FIND_EMAILS, { companyId, emails })).length === 0;
    },

    async addAll(drafts: readonly TechnicianDraft[]): Promise<Technician[]> {
      const { identifiers } = await tx.insert(technicianTable, drafts.map(rowOf));
      const added = drafts.map((draft, at) => ({
        ...draft,
        id: identifiers[at]?.['id'] as number,
      }));
      await tx.insert(technicianSkillTable, added.flatMap(skillRowsOf));
      await tx.insert(technicianShiftTable, added.flatMap(shiftRowsOf));
      return added;
    },

    async update(technician: Technician): Promise<void> {
      const { companyId, id, ...changes } = technician;
      await tx.update(technicianTable, { companyId, id }, rowOf(changes));
      await tx.delete(technicianSkillTable, { companyId, technicianId: id });
      await tx.insert(technicianSkillTable, skillRowsOf(technician));
      await tx.delete(technicianShiftTable, { companyId, technicianId: id });
      await tx.insert(technicianShiftTable, shiftRowsOf(technician));
    },
  };
};

const rowOf = <T extends Pick<TechnicianDraft, 'skills' | 'schedule'>>({
  skills: _skills,
  schedule: _schedule,
  ...row
}: T) => row;
