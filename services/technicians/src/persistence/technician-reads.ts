import {
  createListReads,
  createSummaryReads,
  matchTerm,
  omitColumns,
  readListPage,
  selectList,
  statement,
  toConditions,
  toIdsCondition,
  toListOrder,
  type Columns,
  type ListPage,
  type ListSource,
  type Run,
  type SqlWithoutValues,
} from '@svc/database';
import { requireFound, type AvailabilityStatus, type TechnicianStatus } from '@svc/contracts';
import type { Page } from '@svc/kernel';
import { technicianCard } from '../domain/technician-events';
import { shift, skill, technician, type Technician } from '../records';

export interface TechnicianFilter {
  readonly ids?: readonly number[] | undefined;
  readonly status?: TechnicianStatus | undefined;
  readonly availabilityStatus?: AvailabilityStatus | undefined;
  readonly updatedFrom?: Date | undefined;
}

export type ListedTechnician = Omit<
  Technician,
  'companyId' | 'email' | 'phone' | 'skills' | 'schedule'
>;

interface Named {
  readonly technicianName: string;
}

export type TechnicianEntry = Omit<Technician, 'companyId' | 'schedule'> & Named;

export type ScheduledTechnician = Named &
  Pick<Technician, 'id' | 'availabilityStatus' | 'skills' | 'schedule'>;

export interface EntryFilter extends TechnicianFilter {
  /** Part of the name, the e-mail address or the phone. */
  readonly search?: string | undefined;
}

const SUMMARY_COLUMNS = selectList(omitColumns(technician.columns, 'companyId', 'email', 'phone'));

const NAME = `first_name || ' ' || last_name as "technicianName"`;

const jsonOf = (columns: Columns): SqlWithoutValues => {
  const fields = Object.entries(columns).map(([field, column]) => `'${field}', ${column}`);
  return `json_build_object(${fields.join(', ')})` as SqlWithoutValues;
};

/** Sorted as the domain sorts them. */
const SKILLS = `coalesce((
    select json_agg(${jsonOf(skill.columns)} order by category.id)
    from technician_skills skill
    join skill_categories category
      on category.company_id = skill.company_id and category.id = skill_category_id
    where skill.company_id = technician.company_id and technician_id = technician.id
  ), '[]') as skills`;

const SHIFTS = `coalesce((
    select json_agg(${jsonOf(shift.columns)} order by day_of_week, start_time)
    from technician_shifts shift
    where shift.company_id = technician.company_id and technician_id = technician.id
  ), '[]') as schedule`;

export const SELECT_TECHNICIANS = `
  select ${selectList(technician.columns)}, ${SKILLS}, ${SHIFTS}
  from technicians technician`;

const FIND = statement<{ companyId: number; id: number }, Technician>()(
  'find_technician',
  `${SELECT_TECHNICIANS} where company_id = :companyId and id = :id`,
);

const FIND_SOME = statement<{ companyId: number; ids: readonly number[] }, Technician>()(
  'find_technicians',
  `${SELECT_TECHNICIANS} where company_id = :companyId and id = any(:ids)`,
);

const cards = createSummaryReads({
  table: 'technicians',
  columns: 'id, first_name as "firstName", last_name as "lastName", status, version',
  toSummary: technicianCard,
});

const ACTIVE = statement<{ companyId: number; limit: number }, ScheduledTechnician>()(
  'active_technicians',
  `select id, ${NAME}, availability_status as "availabilityStatus", ${SKILLS}, ${SHIFTS}
   from technicians technician where company_id = :companyId and status = 'Active'
   order by first_name, last_name, id limit :limit`,
);

const FILTERS: Readonly<Record<keyof TechnicianFilter, string>> = {
  ids: toIdsCondition('technician'),
  status: 'technician.status = ?',
  availabilityStatus: 'technician.availability_status = ?',
  updatedFrom: 'technician.updated_at >= ?',
};

const SKILL_NAMES = statement<{ companyId: number }, { name: string }>()(
  'skill_names',
  `select skill_name as name from skill_categories where company_id = :companyId
   order by name_key limit 1000`,
);

export const createTechnicianReads = (run: Run) => ({
  async find(companyId: number, id: number): Promise<Technician> {
    const [found] = await run(FIND, { companyId, id });
    return requireFound(found, 'Technician');
  },

  findSome: (companyId: number, ids: readonly number[]): Promise<Technician[]> =>
    run(FIND_SOME, { companyId, ids }),

  ...createListReads<ListedTechnician, TechnicianFilter>(run, listOf),

  /** Sorted in memory, because a company has few technicians. */
  listByName: (
    companyId: number,
    { search, ...filter }: EntryFilter,
    page: Page,
  ): Promise<ListPage<TechnicianEntry>> =>
    readListPage(
      run,
      {
        ...listOf(companyId, filter),
        name: 'technicians_by_name',
        columns: `${SUMMARY_COLUMNS}, ${NAME}, email, phone, ${SKILLS}`,
        search: matchTerm('technician.search_text', search),
        order: 'technician.first_name, technician.last_name, technician.id',
      },
      page,
    ),

  active: (companyId: number, limit: number): Promise<ScheduledTechnician[]> =>
    run(ACTIVE, { companyId, limit }),

  /** Sorted; at most a thousand. */
  async skillNames(companyId: number): Promise<string[]> {
    return (await run(SKILL_NAMES, { companyId })).map(({ name }) => name);
  },

  ...cards(run),
});

const listOf = (companyId: number, filter: TechnicianFilter): ListSource => ({
  name: 'technicians',
  table: 'technicians technician',
  columns: SUMMARY_COLUMNS,
  owner: { company_id: companyId },
  where: toConditions(filter, FILTERS),
  order: toListOrder('technician', filter.updatedFrom),
});
