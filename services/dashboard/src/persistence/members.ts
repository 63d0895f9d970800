import {
  toConditions,
  matchTerm,
  readListPage,
  createRun,
  statement,
  type ListPage,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import type { User } from '../domain/user';

export interface Member extends Pick<User, 'id' | 'email' | 'name' | 'role'> {
  readonly createdAt: Date;
  readonly hasTwoStep: boolean;
  /** Null also if the last sign-in is older than the activity log. */
  readonly lastSignInAt: Date | null;
}

export interface KnownPerson {
  readonly id: number;
  readonly name: string;
}

/** Includes removed users. */
const ALL_PEOPLE = `(select company_id, id, name, name_key from users
  union all select company_id, id, name, name_key from former_users)`;

const FIND_NAMES = statement<{ companyId: number; ids: readonly number[] }, KnownPerson>()(
  'named_people',
  `select id, name from ${ALL_PEOPLE} person where company_id = :companyId and id = any(:ids)`,
);

export interface KnownFilter {
  readonly id: number | undefined;
  readonly search: string | undefined;
}

export const createMembers = (db: DataSource | EntityManager) => {
  const run = createRun(db);
  return {
    list(companyId: number, page: Page): Promise<ListPage<Member>> {
      const list = {
        name: 'members',
        table: 'users member',
        columns: `member.id, email, name, role, member.created_at as "createdAt",
          exists (select 1 from two_steps where (two_steps.company_id, two_steps.user_id)
            = (member.company_id, member.id) and on_since is not null) as "hasTwoStep",
          (select activities.created_at from activities
           where (activities.company_id, activities.user_id, kind)
             = (member.company_id, member.id, 'sign_in')
           order by activities.created_at desc, activities.id desc limit 1) as "lastSignInAt"`,
        owner: { company_id: companyId },
        where: [],
        order: 'member.id',
      } as const;
      return readListPage<Member>(run, list, page);
    },

    listKnown(
      companyId: number,
      { id, search }: KnownFilter,
      page: Page,
    ): Promise<ListPage<KnownPerson>> {
      const searched = matchTerm('person.name_key', search);
      const list = {
        name: 'known_people',
        table: `${ALL_PEOPLE} person`,
        columns: 'person.id, person.name',
        owner: { company_id: companyId },
        where: [...toConditions({ id }, { id: 'person.id = ?' }), ...(searched ? [searched] : [])],
        order: 'person.name, person.id',
      } as const;
      return readListPage<KnownPerson>(run, list, page);
    },

    findNames: (companyId: number, ids: readonly number[]): Promise<KnownPerson[]> =>
      run(FIND_NAMES, { companyId, ids }),
  };
};

export type Members = ReturnType<typeof createMembers>;
