import { invalidField } from '@svc/contracts';

/** What a technician can do, from 1 (beginner) to 5 (expert). */
export interface NamedSkill {
  readonly skillName: string;
  readonly skillLevel: number;
}

/** A skill in the company's own category of that name. */
export interface Skill extends NamedSkill {
  readonly skillCategoryId: number;
}

/** A technician's skills, each category once, in an order that makes equal lists look equal. */
export function skillSet(skills: readonly Skill[]): Skill[] {
  const ordered = skills.toSorted((a, b) => a.skillCategoryId - b.skillCategoryId);
  const repeated = ordered.find(
    (skill, at) => skill.skillCategoryId === ordered[at - 1]?.skillCategoryId,
  );
  if (repeated) throw invalidField('skills', `skills names ${repeated.skillName} more than once.`);
  return ordered;
}
