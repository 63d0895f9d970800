import { runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { NamedSkill, Skill } from '../domain/skill';

// In order of the index, so that two transactions that add the same names wait for each other
// instead of blocking each other.
const ADD_MISSING = statement(
  'add_skill_categories',
  `insert into skill_categories (company_id, skill_name)
   select $1, asked.name from unnest($2::text[]) asked (name)
   where not exists (
     select from skill_categories where company_id = $1 and lower(skill_name) = lower(asked.name)
   )
   order by lower(asked.name)
   on conflict (company_id, lower(skill_name)) do nothing`,
);

const SKILLS = statement(
  'skills_by_category_name',
  `select id as "categoryId", skill_name as name, asked.level
   from unnest($2::text[], $3::integer[]) asked (name, level)
   join skill_categories on company_id = $1 and lower(skill_name) = lower(asked.name)`,
);

/** The kinds of skills of a company, told apart by name without regard to case. */
export const skillCategoryRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    /** The skills with their categories; a category that is missing is created. */
    async categorise(companyId: number, skills: readonly NamedSkill[]): Promise<Skill[]> {
      const names = skills.map(({ name }) => name);
      await run(ADD_MISSING, [companyId, names]);
      const levels = skills.map(({ level }) => level);
      return run<Skill>(SKILLS, [companyId, names, levels]);
    },
  };
};
