import { DomainError } from '@svc/contracts';
import { createRun, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { EndpointKey } from './endpoint-table';

const ADD = statement<EndpointKey & { at: Date }>()(
  'add_listener',
  `insert into listeners (company_id, endpoint_id, seen_at)
   values (:companyId, :endpointId, :at::timestamptz)`,
);

const COUNT = statement<{ companyId: number }, { count: number }>()(
  'count_listeners',
  'select count(*)::integer as count from listeners where company_id = :companyId',
);

const SEEN = statement<EndpointKey & { at: Date }, EndpointKey>()(
  'listener_seen',
  `update listeners set seen_at = :at::timestamptz
   where company_id = :companyId and endpoint_id = :endpointId
   returning company_id as "companyId", endpoint_id as "endpointId"`,
);

const ABANDONED = statement<{ before: Date }, EndpointKey>()(
  'abandoned_listeners',
  `select company_id as "companyId", endpoint_id as "endpointId" from listeners
   where seen_at < :before::timestamptz order by company_id, endpoint_id`,
);

export const createListenerTable = (tx: EntityManager) => {
  // Also runs outside a transaction.
  const run = createRun(tx.queryRunner ? tx : tx.dataSource);
  return {
    async add(companyId: number, endpointId: number, at: Date): Promise<void> {
      await run(ADD, { companyId, endpointId, at });
    },

    async count(companyId: number): Promise<number> {
      return (await run(COUNT, { companyId }))[0]?.count ?? 0;
    },

    /** @throws not_found once it has ended */
    async markSeen(companyId: number, endpointId: number, at: Date): Promise<void> {
      const [listener] = await run(SEEN, { companyId, endpointId, at });
      if (!listener) throw new DomainError('not_found', `Listener ${endpointId} has ended.`);
    },

    findAbandoned: (before: Date): Promise<EndpointKey[]> => run(ABANDONED, { before }),
  };
};

export type ListenerTable = ReturnType<typeof createListenerTable>;
