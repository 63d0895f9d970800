import { runOn, statement } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { Notice } from '../domain/endpoint-notices';

const KEEP = statement(
  'keep_notice',
  `insert into notices (company_id, endpoint_id, kind, message, created_at)
   values ($1, $2, $3, $4, $5)`,
);

const NEWEST = statement(
  'newest_notices',
  `select company_id as "companyId", endpoint_id as "endpointId", kind, message,
     created_at as "createdAt"
   from notices where company_id = $1 order by id desc limit 100`,
);

/** What a company was told of its endpoints. */
export const noticeBoard = (db: DataSource | EntityManager) => ({
  async keep(notice: Notice): Promise<void> {
    const { companyId, endpointId, kind, message, createdAt } = notice;
    await runOn(db)(KEEP, [companyId, endpointId, kind, message, createdAt]);
  },

  newest: (companyId: number): Promise<Notice[]> => runOn(db)<Notice>(NEWEST, [companyId]),
});

export type NoticeBoard = ReturnType<typeof noticeBoard>;
