import { invalidField } from '@svc/contracts';
import type { Skill } from '../records';

/** A technician's skills, each category once, in an order that makes equal lists look equal. */
export function skillSet(skills: readonly Skill[]): Skill[] {
  const ordered = skills.toSorted((a, b) => a.skillCategoryId - b.skillCategoryId);
  const repeated = ordered.find(
    (skill, at) => skill.skillCategoryId === ordered[at - 1]?.skillCategoryId,
  );
  if (repeated) throw invalidField('skills', `skills names ${repeated.skillName} more than once.`);
  return ordered;
}
