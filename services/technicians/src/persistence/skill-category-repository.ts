import { textKey } from '@svc/contracts';
import { createRun, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { NamedSkill, Skill } from '../records';

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

export const skillCategoryRepository = (tx: EntityManager) => {
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
