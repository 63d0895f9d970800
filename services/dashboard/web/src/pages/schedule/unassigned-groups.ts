import type { ScheduledJobResponse } from '../../../../contract/responses';
import type { CompanyClock } from '../../shown/company-clock';
import { addDays } from './days';
import { toSpan } from './placement';

export interface UnassignedGroup {
  readonly name: string;
  readonly isOneDay: boolean;
  readonly jobs: readonly ScheduledJobResponse[];
}

export interface ShownDays {
  readonly from: string;
  readonly days: number;
  /** Such as `Tue, Mar 2`. */
  readonly name: string;
}

interface When {
  readonly today: string;
  readonly shownDays: ShownDays;
  readonly clock: CompanyClock;
}

const SOON_DAYS = 7;

/**
 * Groups jobs by when they begin, earliest first. Shown days after tomorrow have their own group,
 * which comes first.
 */
export function groupByWhen(
  jobs: readonly ScheduledJobResponse[],
  { today, shownDays, clock }: When,
): readonly UnassignedGroup[] {
  const tomorrow = addDays(today, 1);
  const names = [shownDays.name, 'Overdue', 'Today', 'Tomorrow', 'Next 7 days', 'Later', 'No date'];
  const oneDay = ['Today', 'Tomorrow', ...(shownDays.days === 1 ? [shownDays.name] : [])];
  const groups = new Map(names.map((name) => [name, [] as ScheduledJobResponse[]]));
  const starts = new Map(jobs.map((job) => [job, toSpan(job)?.start ?? Number.MAX_SAFE_INTEGER]));
  const inOrder = [...jobs].sort((one, other) => (starts.get(one) ?? 0) - (starts.get(other) ?? 0));
  for (const job of inOrder) groups.get(nameOf(job))?.push(job);
  return [...groups].flatMap(([name, grouped]) =>
    grouped.length > 0 ? [{ name, isOneDay: oneDay.includes(name), jobs: grouped }] : [],
  );

  function nameOf(job: ScheduledJobResponse): string {
    const span = toSpan(job);
    if (!span) return 'No date';
    const date = clock.timeAt(span.start).slice(0, today.length);
    if (date < today) return 'Overdue';
    if (date === today) return 'Today';
    if (date === tomorrow) return 'Tomorrow';
    const isShown = date >= shownDays.from && date < addDays(shownDays.from, shownDays.days);
    if (isShown && shownDays.from > tomorrow) return shownDays.name;
    return date <= addDays(today, SOON_DAYS) ? 'Next 7 days' : 'Later';
  }
}
