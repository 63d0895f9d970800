import { invalidField } from '@svc/contracts';

/** What a technician can do, from 1 (beginner) to 5 (expert). */
export interface NamedSkill {
  readonly name: string;
  readonly level: number;
}

/** A skill in the company's own category of that name. */
export interface Skill extends NamedSkill {
  readonly categoryId: number;
}

/** A technician's skills, each category once, in an order that makes equal lists look equal. */
export function skillSet(skills: readonly Skill[]): Skill[] {
  const ordered = skills.toSorted((a, b) => a.categoryId - b.categoryId);
  const repeated = ordered.find((skill, at) => skill.categoryId === ordered[at - 1]?.categoryId);
  if (repeated) throw invalidField('skills', `skills names ${repeated.name} more than once.`);
  return ordered;
}
