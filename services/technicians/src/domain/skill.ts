import { invalidField } from '@svc/contracts';
import type { Skill } from '../records';

/** Each category once, sorted so that equal sets are equal lists. */
export function skillSet(skills: readonly Skill[]): Skill[] {
  const ordered = skills.toSorted((a, b) => a.skillCategoryId - b.skillCategoryId);
  const repeated = ordered.find(
    (skill, at) => skill.skillCategoryId === ordered[at - 1]?.skillCategoryId,
  );
  if (repeated) throw invalidField('skills', `skills names ${repeated.skillName} more than once.`);
  return ordered;
}
