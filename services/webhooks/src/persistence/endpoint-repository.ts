import { requireFound, type EndpointManager, type WebhookEvent } from '@svc/contracts';
import {
  toConditions,
  matchTerm,
  toListOrder,
  readListPage,
  readChanges,
  createRun,
  inputRows,
  statement,
  lockName,
  lockNames,
  type ListPage,
  type Run,
} from '@svc/database';
import type { RowChanges, ChangesQuery, Page } from '@svc/kernel';
import { ArrayContains, type EntityManager, type FindOptionsWhere } from 'typeorm';
import {
  isManaged,
  PULL_SCHEME,
  type WebhookEndpoint,
  type ManagedEndpoint,
  type ManagedBy,
  type NewEndpoint,
} from '../domain/endpoint';
import type { OwnHeader } from '../domain/own-headers';
import type { Secrets } from '../domain/signing-secret';
import {
  ENDPOINT_COLUMNS,
  endpointTable,
  type EndpointRow,
  type EncryptedHeaders,
  type EncryptedSecrets,
} from './endpoint-table';
import { lacksFeatureSql } from './company-settings';
import { LACKS_RIGHT, joinMissingRight } from './missing-rights';
import type { SecretBox } from './secret-box';
import { LAST_WAITING_ID } from './waiting-events';

export interface EndpointFilter {
  readonly companyId: number;
  readonly managedBy: EndpointManager | undefined;
  readonly keyId?: number | undefined;
  readonly search?: string | undefined;
  readonly updatedFrom?: Date | undefined;
}

export interface SubscriptionFilter {
  readonly companyId: number;
  readonly keyId: number;
  readonly updatedFrom?: Date | undefined;
}

interface Events {
  readonly companyIds: readonly number[];
  readonly events: readonly string[];
}

const IS_PULLED = `endpoint.url like '${PULL_SCHEME}%'`;

const SUBSCRIBED = statement<
  Events & {
    readonly times: readonly Date[];
    readonly waitingIds: readonly (number | undefined)[];
    readonly maxPerEvent: number | null;
  },
  SubscribedEndpoint & { readonly position: number }
>()(
  'subscribed_endpoints',
  `select wanted.position::integer, subscribed.*
   from unnest(:companyIds::bigint[], :events::text[], :times::timestamptz[],
       :waitingIds::bigint[])
     with ordinality as wanted (company_id, event, occurred_at, waiting_id, position)
   left join companies company on company.company_id = wanted.company_id
   cross join lateral (
     select endpoint.id, missed.is_missed as "isMissed", ${IS_PULLED} as "isPulled",
       endpoint.is_on and not ${LACKS_RIGHT} and not missed.is_missed
         and (${lacksFeatureSql('wanted.event')}) is not true
         and coalesce(wanted.waiting_id > endpoint.on_after_waiting, true) as "isReceiving"
     from endpoints endpoint ${joinMissingRight('wanted.event')}
     cross join lateral (
       select coalesce(wanted.occurred_at <@ missing.during, false) as is_missed) as missed
     where endpoint.company_id = wanted.company_id and endpoint.events @> array[wanted.event]
     order by endpoint.id limit :maxPerEvent::integer) as subscribed
   order by wanted.position, subscribed.id`,
);

const WANTED = statement<Events, CompanyEvent>()(
  'wanted_events',
  `select input.company_id as "companyId", input.event
   from ${inputRows({ company_id: ':companyIds::bigint[]', event: ':events::text[]' })}
   cross join lateral (
     select from endpoints e
     where e.company_id = input.company_id and e.events @> array[input.event]
     limit 1) as wanting`,
);

const LACKING_RIGHTS = statement<{ companyId: number; ids: readonly number[] }, { id: number }>()(
  'endpoints_lacking_rights',
  `select endpoint.id from endpoints endpoint
   left join companies company on company.company_id = endpoint.company_id
   where endpoint.company_id = :companyId and endpoint.id = any(:ids::bigint[])
     and endpoint.managed_by = 'api'
     and exists (
       select from unnest(endpoint.events) as wanted (event) ${joinMissingRight('wanted.event')}
       where ${LACKS_RIGHT} or ${lacksFeatureSql('wanted.event')})`,
);

const FAILING = statement<
  { companyIds: readonly number[]; ids: readonly number[] },
  { id: number }
>()(
  'failing_endpoints',
  `select id from ${inputRows({ company_id: ':companyIds::bigint[]', id: ':ids::bigint[]' })}
   cross join lateral (
     select from endpoints e
     where e.company_id = input.company_id and e.id = input.id
       and (e.failing_since is not null or e.failed_in_a_row > 0)
     limit 1) as failing`,
);

/** Endpoints whose health a success would change. */
export type FindFailing = (
  endpoints: readonly Pick<WebhookEndpoint, 'companyId' | 'id'>[],
) => Promise<ReadonlySet<number>>;

export const createFindFailing =
  (run: Run): FindFailing =>
  async (endpoints) => {
    if (endpoints.length === 0) return new Set();
    const rows = await run(FAILING, {
      companyIds: endpoints.map(({ companyId }) => companyId),
      ids: endpoints.map(({ id }) => id),
    });
    return new Set(rows.map(({ id }) => id));
  };

export interface CompanyEvent {
  readonly companyId: number;
  readonly event: string;
}

export interface OccurredEvent extends CompanyEvent {
  readonly occurredAt: Date;
  /** Set for waiting events: endpoints turned on since do not get them. */
  readonly waitingId?: number | undefined;
}

/** Returns the events that an endpoint subscribes to, even if it is off or lacks the right. */
export type FindWanted = (events: readonly CompanyEvent[]) => Promise<readonly CompanyEvent[]>;

export const createFindWanted =
  (run: Run): FindWanted =>
  async (events) =>
    events.length === 0 ? [] : run(WANTED, toColumns(events));

const toColumns = (events: readonly CompanyEvent[]): Events => ({
  companyIds: events.map(({ companyId }) => companyId),
  events: events.map(({ event }) => event),
});

export interface SubscribedEndpoint {
  readonly id: number;
  /** The endpoint is on, was on when the event began to wait, and has and had the right. */
  readonly isReceiving: boolean;
  readonly isMissed: boolean;
  /** Its key reads the events; nothing is sent. */
  readonly isPulled: boolean;
}

export interface CompanyKey {
  readonly companyId: number;
  readonly keyId: number;
}

const LOG_REMOVED = `
   insert into removed_endpoints (company_id, id, name, url)
   select company_id, id, name, url from removed where managed_by <> 'listener'`;

const REMOVE = statement<{ companyId: number; id: number }>()(
  'remove_endpoint',
  `with removed as (
     delete from endpoints where company_id = :companyId and id = :id returning *)${LOG_REMOVED}`,
);

// By id, like every lock of several endpoints.
const REMOVE_OF_KEYS = statement<{ companyIds: readonly number[]; keyIds: readonly number[] }>()(
  'remove_endpoints_of_keys',
  `with locked as (
     select endpoint.company_id, endpoint.id
     from unnest(:companyIds::bigint[], :keyIds::bigint[]) as key (company_id, id)
     join endpoints endpoint on endpoint.company_id = key.company_id
       and endpoint.key_id = key.id and managed_by = 'api'
     order by endpoint.id for update of endpoint),
   removed as (
     delete from endpoints endpoint using locked
     where endpoint.company_id = locked.company_id and endpoint.id = locked.id
     returning endpoint.*)${LOG_REMOVED}`,
);

const toWrittenColumns = ({
  events,
  headerNames,
  conditions,
  ...others
}: Omit<WebhookEndpoint, 'companyId' | 'id'>) => ({
  ...others,
  events: [...events],
  headerNames: [...headerNames],
  conditions: [...conditions],
});

/** Methods exclude listeners unless they say otherwise. */
export const createEndpointRepository = (tx: EntityManager, box: SecretBox) => {
  const endpoints = tx.getRepository(endpointTable);
  // Reads also run outside a transaction.
  const read = createRun(tx.queryRunner ? tx : tx.dataSource);

  const encryptSecrets = (companyId: number, { current, former, formerUntil }: Secrets) => ({
    secret: box.encrypt(current, companyId),
    formerSecret: former === null ? null : box.encrypt(former, companyId),
    formerSecretUntil: formerUntil,
  });

  const encryptHeaderValues = (companyId: number, headers: readonly OwnHeader[]): Buffer | null =>
    headers.length === 0
      ? null
      : box.encrypt(JSON.stringify(headers.map(({ value }) => value)), companyId);

  const requireManaged = (endpoint: WebhookEndpoint | null): ManagedEndpoint =>
    requireFound(endpoint && isManaged(endpoint) ? endpoint : null, 'Webhook endpoint');

  const lockIfThere = (companyId: number, id: number): Promise<WebhookEndpoint | null> =>
    endpoints.findOne({ where: { companyId, id }, lock: { mode: 'pessimistic_write' } });

  return {
    lockName: (name: string): Promise<void> => lockName(tx, name),

    lockSubscriptions: (companyIds: readonly number[]): Promise<void> =>
      lockNames(
        tx,
        companyIds.map((companyId) => `subscriptions of company ${companyId}`),
      ),

    async add<By extends ManagedBy>({
      secrets,
      headers,
      idempotencyKey,
      ...endpoint
    }: NewEndpoint & { readonly managedBy: By }): Promise<
      WebhookEndpoint & { readonly managedBy: By }
    > {
      const row: Omit<EndpointRow, 'id' | 'onAfterWaiting'> = {
        ...endpoint,
        secret: null,
        formerSecret: null,
        ...(secrets && encryptSecrets(endpoint.companyId, secrets)),
        headerValues: encryptHeaderValues(endpoint.companyId, headers),
        idempotencyKey: idempotencyKey ?? null,
      };
      const { identifiers } = await tx.insert(endpointTable, row as EndpointRow);
      return { ...endpoint, id: Number(identifiers[0]?.['id']) };
    },

    /** @throws not_found */
    get: async (companyId: number, id: number): Promise<ManagedEndpoint> =>
      requireManaged(await endpoints.findOneBy({ companyId, id })),

    /** @throws not_found */
    lock: async (companyId: number, id: number): Promise<ManagedEndpoint> =>
      requireManaged(await lockIfThere(companyId, id)),

    /** Includes listeners. */
    lockIfThere,

    async lockOldest(
      where: FindOptionsWhere<EndpointRow>,
      event?: WebhookEvent,
    ): Promise<ManagedEndpoint | null> {
      const endpoint = await endpoints.findOne({
        where: event ? { ...where, events: ArrayContains([event]) } : where,
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      });
      return endpoint && isManaged(endpoint) ? endpoint : null;
    },

    /** Includes listeners and endpoints that are off or lack the right. */
    async findSubscribed(
      events: readonly OccurredEvent[],
      maxPerEvent: number | null = null,
    ): Promise<SubscribedEndpoint[][]> {
      const rows = await createRun(tx)(SUBSCRIBED, {
        ...toColumns(events),
        times: events.map(({ occurredAt }) => occurredAt),
        waitingIds: events.map(({ waitingId }) => waitingId),
        maxPerEvent,
      });
      const lists = events.map((): SubscribedEndpoint[] => []);
      for (const { position, ...endpoint } of rows) lists[position - 1]?.push(endpoint);
      return lists;
    },

    async findLackingRights(
      companyId: number,
      ids: readonly number[],
    ): Promise<ReadonlySet<number>> {
      const rows = await read(LACKING_RIGHTS, { companyId, ids });
      return new Set(rows.map(({ id }) => id));
    },

    find: async (where: FindOptionsWhere<EndpointRow>): Promise<ManagedEndpoint[]> =>
      (await endpoints.find({ where, order: { id: 'ASC' } })).filter(isManaged),

    count: (where: FindOptionsWhere<EndpointRow>): Promise<number> => endpoints.countBy(where),

    /** Newest first; with `updatedFrom`, least recently changed first. */
    page: (
      { companyId, managedBy, search, ...filter }: EndpointFilter,
      page: Page,
    ): Promise<ListPage<ManagedEndpoint>> =>
      readListPage(
        read,
        {
          name: 'endpoints',
          table: 'endpoints endpoint',
          columns: ENDPOINT_COLUMNS,
          owner: { company_id: companyId },
          where: [
            // A literal, for the partial index of subscriptions.
            [
              managedBy
                ? `endpoint.managed_by = '${managedBy}'`
                : `endpoint.managed_by <> 'listener'`,
            ],
            ...toConditions(filter, {
              keyId: 'endpoint.key_id = ?',
              updatedFrom: 'endpoint.updated_at >= ?',
            }),
          ],
          search: matchTerm(
            `lower(concat_ws(' ', endpoint.name, endpoint.url) collate pg_c_utf8)`,
            search,
          ),
          order: toListOrder('endpoint', filter.updatedFrom),
        },
        page,
      ),

    changes: (
      { companyId, keyId, updatedFrom }: SubscriptionFilter,
      part: ChangesQuery,
    ): Promise<RowChanges<ManagedEndpoint>> =>
      readChanges(
        read,
        {
          name: 'subscriptions',
          table: 'endpoints endpoint',
          columns: ENDPOINT_COLUMNS,
          owner: { company_id: companyId, key_id: keyId },
          where: toConditions({ updatedFrom }, { updatedFrom: 'endpoint.updated_at >= ?' }),
          order: 'endpoint.created_at desc, endpoint.id desc',
        },
        part,
      ),

    async getSecrets(companyId: number, id: number): Promise<Secrets> {
      const { secret, ...former } = await endpoints.findOneOrFail({
        where: { companyId, id },
        select: { secret: true, formerSecret: true, formerSecretUntil: true },
      });
      if (!secret) throw new Error(`Endpoint ${id} has no secret.`);
      return decryptSecrets(box, companyId, { secret, ...former });
    },

    async saveSecrets(companyId: number, id: number, secrets: Secrets): Promise<void> {
      await endpoints.update({ companyId, id }, encryptSecrets(companyId, secrets));
    },

    async getHeaders(companyId: number, id: number): Promise<OwnHeader[]> {
      const row = await endpoints.findOneOrFail({
        where: { companyId, id },
        select: { headerNames: true, headerValues: true },
      });
      return decryptHeaders(box, companyId, row);
    },

    /** The names are saved with the endpoint. */
    async saveHeaderValues(
      { companyId, id }: WebhookEndpoint,
      headers: readonly OwnHeader[],
    ): Promise<void> {
      const headerValues = encryptHeaderValues(companyId, headers);
      await endpoints.update({ companyId, id }, { headerValues });
    },

    async update({ companyId, id, ...changes }: WebhookEndpoint): Promise<void> {
      await endpoints.update({ companyId, id }, toWrittenColumns(changes));
    },

    /** Events that wait now happened while the endpoint was off, so it does not get them. */
    async turnOn({ companyId, id, ...changes }: ManagedEndpoint): Promise<void> {
      const written = { ...toWrittenColumns(changes), onAfterWaiting: () => LAST_WAITING_ID };
      await endpoints.update({ companyId, id }, written);
    },

    async remove({ companyId, id }: WebhookEndpoint): Promise<void> {
      await createRun(tx)(REMOVE, { companyId, id });
    },

    async removeByKeys(keys: readonly CompanyKey[]): Promise<void> {
      await createRun(tx)(REMOVE_OF_KEYS, {
        companyIds: keys.map(({ companyId }) => companyId),
        keyIds: keys.map(({ keyId }) => keyId),
      });
    },
  };
};

export type EndpointRepository = ReturnType<typeof createEndpointRepository>;

export type EndpointReads = Pick<
  EndpointRepository,
  'get' | 'find' | 'page' | 'changes' | 'getSecrets' | 'getHeaders' | 'findLackingRights'
>;

export const decryptSecrets = (
  box: SecretBox,
  companyId: number,
  { secret, formerSecret, formerSecretUntil }: EncryptedSecrets,
): Secrets => ({
  current: box.decrypt(secret, companyId),
  former: formerSecret && box.decrypt(formerSecret, companyId),
  formerUntil: formerSecretUntil,
});

export function decryptHeaders(
  box: SecretBox,
  companyId: number,
  { headerNames, headerValues }: EncryptedHeaders,
): OwnHeader[] {
  if (!headerValues) return [];
  const values = JSON.parse(box.decrypt(headerValues, companyId)) as readonly string[];
  return headerNames.map((name, index) => ({ name, value: values[index] ?? '' }));
}
