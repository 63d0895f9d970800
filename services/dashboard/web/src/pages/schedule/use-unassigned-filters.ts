import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import { textKey } from '../../../../contract/values';
import type { FilterBinding } from '../../records/filters';

type Filter = 'skill' | 'priority';

/** The filters are in the address of the page, where a change of day or view keeps them. */
export function useUnassignedFilters(jobs: readonly ScheduledJobResponse[]) {
  const address = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const navigate = useNavigate();
  const { skill, priority } = address;
  const matching = useMemo(() => {
    const wanted = skill && textKey(skill);
    return jobs.filter(
      (job) =>
        (!priority || job.job_priority === priority) &&
        (!wanted || job.required_skills.some((each) => textKey(each.skill_name) === wanted)),
    );
  }, [jobs, skill, priority]);
  const binding: FilterBinding<Filter>['of'] = {
    filters: { ...(skill ? { skill } : {}), ...(priority ? { priority } : {}) },
    filter: (changes) =>
      void navigate({
        to: '.',
        search: { ...address, ...changes } as never,
        resetScroll: false,
      }),
  };
  return { matching, binding };
}

/** In alphabetical order; includes the chosen skill even if no job requires it. */
export function listSkills(
  jobs: readonly ScheduledJobResponse[],
  chosen: string | undefined,
): readonly string[] {
  const skills = new Map(
    jobs.flatMap(({ required_skills: required }) =>
      required.map(({ skill_name: skill }) => [textKey(skill), skill] as const),
    ),
  );
  if (chosen && !skills.has(textKey(chosen))) skills.set(textKey(chosen), chosen);
  return [...skills.values()].sort((one, other) => one.localeCompare(other));
}
