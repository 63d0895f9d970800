import { runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { NamedSkill, Skill } from '../domain/skill';

// In order of the index, so that two transactions that add the same names wait for each other
// instead of blocking each other.
const ADD_MISSING = statement<{ companyId: number; names: readonly string[] }>()(
  'add_skill_categories',
  `insert into skill_categories (company_id, skill_name)
   select :companyId, asked.name from unnest(:names::text[]) asked (name)
   where not exists (
     select from skill_categories
     where company_id = :companyId and lower(skill_name) = lower(asked.name)
   )
   order by lower(asked.name)
   on conflict (company_id, lower(skill_name)) do nothing`,
);

const SKILLS = statement<
  { companyId: number; names: readonly string[]; levels: readonly number[] },
  Skill
>()(
  'skills_by_category_name',
  `select id as "categoryId", skill_name as name, asked.level
   from unnest(:names::text[], :levels::integer[]) asked (name, level)
   join skill_categories on company_id = :companyId and lower(skill_name) = lower(asked.name)`,
);

/** The kinds of skills of a company, told apart by name without regard to case. */
export const skillCategoryRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    /** The skills with their categories; a category that is missing is created. */
    async categorise(companyId: number, skills: readonly NamedSkill[]): Promise<Skill[]> {
      const names = skills.map(({ name }) => name);
      await run(ADD_MISSING, { companyId, names });
      const levels = skills.map(({ level }) => level);
      return run(SKILLS, { companyId, names, levels });
    },
  };
};
