import {
  joinConditions,
  statement,
  type AnyValues,
  type Run,
  type SqlCondition,
} from '@svc/database';
import { WORKLISTS, type Worklist } from '../domain/worklist';
import { END, IS_OPEN, isDuring, type Range } from './jobs-during';

/** More are not counted. */
const MAX_COUNTED_JOBS = 100;

export type WorklistCounts = Readonly<Record<Worklist, number>>;

export interface WorklistTimes {
  readonly now: Date;
  readonly today: Range;
}

const CONDITIONS: Readonly<Record<Worklist, (times: WorklistTimes) => readonly SqlCondition[]>> = {
  unscheduled: () => [[`${IS_OPEN} and ${END} is null`]],
  today: ({ today }) => [["job.status <> 'Cancelled'"], isDuring(today)],
  late: ({ now }) => [[`${IS_OPEN} and ${END} < ?`, now]],
  to_invoice: () => [["job.status = 'Completed'"]],
};

export const toWorklistConditions = (
  worklist: Worklist,
  times: WorklistTimes,
): readonly SqlCondition[] => CONDITIONS[worklist](times);

export async function countWorklists(
  run: Run,
  companyId: number,
  times: WorklistTimes,
): Promise<WorklistCounts> {
  const counts = WORKLISTS.map((worklist) => {
    const conditions: readonly SqlCondition[] = [
      ['job.company_id = ?', companyId],
      ['job.deleted_at is null'],
      ...toWorklistConditions(worklist, times),
    ];
    const { where, values } = joinConditions(conditions, worklist);
    const counted = `select from jobs job where ${where} limit ${MAX_COUNTED_JOBS}`;
    return { column: `(select count(*) from (${counted}) counted) as ${worklist}`, values };
  });
  const text = `select ${counts.map(({ column }) => column).join(', ')}`;
  const values = Object.assign({}, ...counts.map((each) => each.values)) as AnyValues;
  const [row] = await run(statement<AnyValues, WorklistCounts>()('count_worklists', text), values);
  if (!row) throw new Error('Counting the worklists returned no row.');
  return row;
}
