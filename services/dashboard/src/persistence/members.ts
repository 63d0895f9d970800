import { listPage, runOn, statement, type Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import type { User } from '../domain/user';

/** A user as the team sees it. */
export interface Member extends Pick<User, 'id' | 'email' | 'name' | 'role'> {
  readonly hasTwoStep: boolean;
  /** As far as the log of activity goes back. */
  readonly lastSignInAt: Date | null;
}

/** Somebody who is or was a user. */
export interface KnownPerson {
  readonly id: number;
  readonly name: string;
}

const KNOWN = statement<{ companyId: number }, KnownPerson>()(
  'known_people',
  `select id, name from users where company_id = :companyId
   union all select id, name from former_users where company_id = :companyId
   order by name, id`,
);

/** The people of companies, with what is known of them elsewhere in this schema. */
export const members = (db: DataSource | EntityManager) => {
  const run = runOn(db);
  return {
    /** One page, the oldest first. */
    list(companyId: number, page: Page): Promise<Found<Member>> {
      const list = {
        name: 'members',
        table: 'users member',
        columns: `member.id, email, name, role,
          exists (select 1 from two_steps where (two_steps.company_id, two_steps.user_id)
            = (member.company_id, member.id) and on_since is not null) as "hasTwoStep",
          (select activities.created_at from activities
           where (activities.company_id, activities.user_id, kind)
             = (member.company_id, member.id, 'sign_in')
           order by activities.created_at desc, activities.id desc limit 1) as "lastSignInAt"`,
        of: { company_id: companyId },
        where: [],
        order: 'member.id',
      } as const;
      return listPage<Member>(run, list, page);
    },

    /** Everybody whose name may stand somewhere, those who were removed too. */
    known: (companyId: number): Promise<KnownPerson[]> => run(KNOWN, { companyId }),
  };
};

export type Members = ReturnType<typeof members>;
