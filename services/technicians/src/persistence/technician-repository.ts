import { textKey, type Caller } from '@svc/contracts';
import { asJson, createRun, lockNames, statement, type Json } from '@svc/database';
import { createRecordWrites, toRow, type RecordOf } from '@svc/records';
import type { EntityManager } from 'typeorm';
import type { TechnicianDraft } from '../domain/technician';
import { technicianCreated, technicianUpdated } from '../domain/technician-events';
import { shift, skill, technician, type NamedSkill, type Skill, type Technician } from '../records';
import { SELECT_TECHNICIANS, createTechnicianReads } from './technician-reads';

const FIND_BY_EMAIL = statement<{ companyId: number; emailKey: string }, Technician>()(
  'find_technician_by_email',
  `${SELECT_TECHNICIANS} where company_id = :companyId and email_key = :emailKey`,
);

const FIND_EMAILS = statement<{ companyId: number; emailKeys: readonly string[] }>()(
  'find_technician_emails',
  'select from technicians where company_id = :companyId and email_key = any(:emailKeys) limit 1',
);

const ADD_SKILLS_AND_SHIFTS = statement<{
  skills: Json<readonly object[]>;
  shifts: Json<readonly object[]>;
}>()(
  'add_skills_and_shifts',
  `with skills as (
     insert into technician_skills
     select * from json_populate_recordset(null::technician_skills, :skills)
   )
   insert into technician_shifts
   select * from json_populate_recordset(null::technician_shifts, :shifts)`,
);

const DELETE_SKILLS_AND_SHIFTS = statement<{ companyId: number; technicianId: number }>()(
  'delete_skills_and_shifts',
  `with skills as (
     delete from technician_skills where company_id = :companyId and technician_id = :technicianId
   )
   delete from technician_shifts where company_id = :companyId and technician_id = :technicianId`,
);

export const createTechnicianRepository = (tx: EntityManager) => {
  const run = createRun(tx);
  const writes = createRecordWrites(run, technician, 'technicians');

  const addSkillsAndShifts = async (technicians: readonly Technician[]): Promise<void> => {
    const rows = technicians.map(({ companyId, id, skills, schedule }) => {
      const key = { company_id: companyId, technician_id: id };
      return {
        skills: skills.map((each) => ({ ...key, ...toRow(skill, each) })),
        shifts: schedule.map((each) => ({ ...key, ...toRow(shift, each) })),
      };
    });
    await run(ADD_SKILLS_AND_SHIFTS, {
      skills: asJson(rows.flatMap(({ skills }) => skills)),
      shifts: asJson(rows.flatMap(({ shifts }) => shifts)),
    });
  };

  return {
    /**
     * Locks the addresses, not rows: of two that create the same technician, neither finds a row to
     * lock.
     */
    lockEmails: (companyId: number, emails: readonly string[]): Promise<void> =>
      lockNames(
        tx,
        emails.map((email) => `technician ${companyId} ${email}`),
      ),

    find: (companyId: number, id: number): Promise<Technician> =>
      createTechnicianReads(run).find(companyId, id),

    async findByEmail(companyId: number, email: string): Promise<Technician | undefined> {
      const [found] = await run(FIND_BY_EMAIL, { companyId, emailKey: textKey(email) });
      return found;
    },

    /** False if two addresses are the same. */
    async areUnused(companyId: number, emails: readonly string[]): Promise<boolean> {
      const emailKeys = [...new Set(emails.map(textKey))];
      if (emailKeys.length < emails.length) return false;
      return (await run(FIND_EMAILS, { companyId, emailKeys })).length === 0;
    },

    async addAll(author: Caller, drafts: readonly TechnicianDraft[]): Promise<Technician[]> {
      const records = await writes.addAll(author, drafts, technicianCreated);
      const added = drafts.map((draft, at) => ({
        ...draft,
        ...(records[at] as RecordOf<typeof technician>),
      }));
      await addSkillsAndShifts(added);
      return added;
    },

    async change(author: Caller, before: Technician, after: Technician): Promise<void> {
      await writes.change(author, before, after, technicianUpdated);
      await run(DELETE_SKILLS_AND_SHIFTS, { companyId: after.companyId, technicianId: after.id });
      await addSkillsAndShifts([after]);
    },
  };
};

// Inserts in the order of the index, so that two transactions that add the same names wait instead
// of deadlocking. The first spelling of a name stays.
const ADD_MISSING = statement<{
  companyId: number;
  names: readonly string[];
  keys: readonly string[];
}>()(
  'add_skill_categories',
  `insert into skill_categories (company_id, skill_name, name_key)
   select :companyId, asked.name, asked.key
   from unnest(:names::text[], :keys::text[]) with ordinality asked (name, key, position)
   where not exists (
     select from skill_categories where company_id = :companyId and name_key = asked.key
   )
   order by asked.key, position
   on conflict (company_id, name_key) do nothing`,
);

const SKILLS = statement<
  {
    companyId: number;
    keys: readonly string[];
    levels: readonly number[];
    positions: readonly number[];
  },
  Skill & { position: number }
>()(
  'skills_by_category_name',
  `select position, id as "skillCategoryId", skill_name as "skillName", asked.level as "skillLevel"
   from unnest(:keys::text[], :levels::integer[], :positions::integer[]) asked (key, level, position)
   join skill_categories on company_id = :companyId and name_key = asked.key`,
);

export const createSkillCategoryRepository = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    async categorise(
      companyId: number,
      skillsOfEach: readonly (readonly NamedSkill[])[],
    ): Promise<Skill[][]> {
      const skills = skillsOfEach.flat();
      const names = skills.map(({ skillName }) => skillName);
      const keys = names.map(textKey);
      await run(ADD_MISSING, { companyId, names, keys });
      const found = await run(SKILLS, {
        companyId,
        keys,
        levels: skills.map(({ skillLevel }) => skillLevel),
        positions: skillsOfEach.flatMap((own, position) => own.map(() => position)),
      });
      const categorised = skillsOfEach.map((): Skill[] => []);
      for (const { position, ...skill } of found) categorised[position]?.push(skill);
      return categorised;
    },
  };
};
