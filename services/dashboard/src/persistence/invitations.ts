import { textKey } from '@svc/contracts';
import { createDeletion, readListPage, createRun, statement, type ListPage } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { getInvitationCutoff, type Invitation } from '../domain/invitation';
import { hashToken } from './tokens';

const COLUMNS = 'id, company_id as "companyId", email, role, created_at as "createdAt"';

const REPLACE = statement<Omit<Invitation, 'id'> & { key: string; hash: Buffer }>()(
  'replace_invitation',
  `insert into invitations (company_id, email, email_key, role, token_hash, created_at)
   values (:companyId, :email, :key, :role, :hash, :createdAt)
   on conflict (company_id, email_key) do update
     set email = :email, role = :role, token_hash = :hash, created_at = :createdAt`,
);

const COUNT = statement<{ companyId: number; after: Date }, { open: number }>()(
  'count_invitations',
  `select count(*) as open from invitations
   where company_id = :companyId and created_at > :after`,
);

const FIND = statement<{ hash: Buffer; after: Date }, Invitation>()(
  'find_invitation',
  `select ${COLUMNS} from invitations where token_hash = :hash and created_at > :after`,
);

const CONSUME = statement<{ companyId: number; hash: Buffer; after: Date }, Invitation>()(
  'consume_invitation',
  `delete from invitations
   where company_id = :companyId and token_hash = :hash and created_at > :after
   returning ${COLUMNS}`,
);

const WITHDRAW = statement<{ companyId: number; id: number }, Invitation>()(
  'withdraw_invitation',
  `delete from invitations where company_id = :companyId and id = :id returning ${COLUMNS}`,
);

export const deleteOldInvitations = createDeletion({
  table: 'invitations',
  key: 'company_id, id',
  keptFor: { created_at: '7 days' },
});

export const createInvitations = (db: DataSource | EntityManager) => {
  const run = createRun(db);
  return {
    async replace(invitation: Omit<Invitation, 'id'>, token: string): Promise<void> {
      const key = textKey(invitation.email);
      await run(REPLACE, { ...invitation, key, hash: hashToken(token) });
    },

    async countOpen(companyId: number, at: Date): Promise<number> {
      const [counted] = await run(COUNT, { companyId, after: getInvitationCutoff(at) });
      return counted?.open ?? 0;
    },

    list(companyId: number, page: Page, at: Date): Promise<ListPage<Invitation>> {
      const list = {
        name: 'invitations',
        table: 'invitations invitation',
        columns: COLUMNS,
        owner: { company_id: companyId },
        where: [['invitation.created_at > ?', getInvitationCutoff(at)] as const],
        order: 'invitation.created_at desc, invitation.id desc',
      } as const;
      return readListPage<Invitation>(run, list, page);
    },

    async find(token: string, at: Date): Promise<Invitation | undefined> {
      const [invitation] = await run(FIND, {
        hash: hashToken(token),
        after: getInvitationCutoff(at),
      });
      return invitation;
    },

    /** Deletes the invitation, which can be accepted once. */
    async consume(companyId: number, token: string, at: Date): Promise<Invitation | undefined> {
      const link = { companyId, hash: hashToken(token), after: getInvitationCutoff(at) };
      const [invitation] = await run(CONSUME, link);
      return invitation;
    },

    async withdraw(companyId: number, id: number): Promise<Invitation | undefined> {
      const [invitation] = await run(WITHDRAW, { companyId, id });
      return invitation;
    },
  };
};

export type Invitations = ReturnType<typeof createInvitations>;
