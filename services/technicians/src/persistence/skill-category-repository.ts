import { runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { NamedSkill, Skill } from '../domain/skill';

// In order of the index, so that two transactions that add the same names wait for each other
// instead of blocking each other. A name is spelt as it was first.
const ADD_MISSING = statement<{ companyId: number; names: readonly string[] }>()(
  'add_skill_categories',
  `insert into skill_categories (company_id, skill_name)
   select :companyId, asked.name from unnest(:names::text[]) with ordinality asked (name, position)
   where not exists (
     select from skill_categories
     where company_id = :companyId and lower(skill_name) = lower(asked.name)
   )
   order by lower(asked.name), position
   on conflict (company_id, lower(skill_name)) do nothing`,
);

const SKILLS = statement<
  {
    companyId: number;
    names: readonly string[];
    levels: readonly number[];
    positions: readonly number[];
  },
  Skill & { position: number }
>()(
  'skills_by_category_name',
  `select position, id as "categoryId", skill_name as name, asked.level
   from unnest(:names::text[], :levels::integer[], :positions::integer[]) asked (name, level, position)
   join skill_categories on company_id = :companyId and lower(skill_name) = lower(asked.name)`,
);

/** The kinds of skills of a company, told apart by name without regard to case. */
export const skillCategoryRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    /** Each one's skills with their categories; a category that is missing is created. */
    async categorise(
      companyId: number,
      skillsOfEach: readonly (readonly NamedSkill[])[],
    ): Promise<Skill[][]> {
      const skills = skillsOfEach.flat();
      const names = skills.map(({ name }) => name);
      await run(ADD_MISSING, { companyId, names });
      const found = await run(SKILLS, {
        companyId,
        names,
        levels: skills.map(({ level }) => level),
        positions: skillsOfEach.flatMap((own, position) => own.map(() => position)),
      });
      const categorised = skillsOfEach.map((): Skill[] => []);
      for (const { position, ...skill } of found) categorised[position]?.push(skill);
      return categorised;
    },
  };
};
