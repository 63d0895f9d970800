import { textKey } from '@svc/contracts';
import { runOn, statement, takeTurns } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { TechnicianDraft, Technician } from '../domain/technician';
import { TECHNICIAN_COLUMNS, technicianReads } from './technician-reads';
import { technicianShiftTable } from './technician-shift-table';
import { technicianSkillTable } from './technician-skill-table';
import { technicianRow, technicianTable } from './technician-table';

const FIND_BY_EMAIL = statement<{ companyId: number; emailKey: string }, Technician>()(
  'find_technician_by_email',
  `${TECHNICIAN_COLUMNS} where company_id = :companyId and email_key = :emailKey`,
);

const FIND_EMAILS = statement<{ companyId: number; emailKeys: readonly string[] }>()(
  'find_technician_emails',
  'select from technicians where company_id = :companyId and email_key = any(:emailKeys) limit 1',
);

const skillRowsOf = ({ companyId, id, skills }: Technician) =>
  skills.map(({ skillCategoryId, skillLevel }) => ({
    companyId,
    technicianId: id,
    skillCategoryId,
    skillLevel,
  }));

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
      const [technician] = await run(FIND_BY_EMAIL, { companyId, emailKey: textKey(email) });
      return technician;
    },

    /** Whether the company has no technician with these e-mail addresses, of which no two are the same. */
    async areNew(companyId: number, emails: readonly string[]): Promise<boolean> {
      const emailKeys = [...new Set(emails.map(textKey))];
      if (emailKeys.length < emails.length) return false;
      return (await run(FIND_EMAILS, { companyId, emailKeys })).length === 0;
    },

    async addAll(drafts: readonly TechnicianDraft[]): Promise<Technician[]> {
      const { identifiers } = await tx.insert(technicianTable, drafts.map(technicianRow));
      const added = drafts.map((draft, at) => ({
        ...draft,
        id: identifiers[at]?.['id'] as number,
      }));
      await tx.insert(technicianSkillTable, added.flatMap(skillRowsOf));
      await tx.insert(technicianShiftTable, added.flatMap(shiftRowsOf));
      return added;
    },

    async update(technician: Technician): Promise<void> {
      const { companyId, id, ...row } = technicianRow(technician);
      await tx.update(technicianTable, { companyId, id }, row);
      await tx.delete(technicianSkillTable, { companyId, technicianId: id });
      await tx.insert(technicianSkillTable, skillRowsOf(technician));
      await tx.delete(technicianShiftTable, { companyId, technicianId: id });
      await tx.insert(technicianShiftTable, shiftRowsOf(technician));
    },
  };
};
