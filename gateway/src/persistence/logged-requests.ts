import {
  asJson,
  toConditions,
  createDeletion,
  readListPage,
  createRun,
  statement,
  type SqlCondition,
  type Json,
  type ListSource,
} from '@svc/database';
import type { DataSource } from 'typeorm';
import type { LoggedRequest } from '../request-log/logged-request';
import type {
  RejectionCount,
  StoredRequest,
  RequestFilter,
  RequestLogStore,
} from '../request-log/request-log';

const COLUMNS = `request.id, request.company_id as "companyId", request.request_id as "requestId",
  request.place, request.key_id as "keyId", key.name as "keyName", request.answered_at as at, request.method,
  request.address, request.status, request.error, request.message, request.errors,
  request.omitted_errors as "omittedErrors", request.body`;

const JOINS = 'join api_keys key on key.id = request.key_id';

const toRow = (request: LoggedRequest) => ({
  company_id: request.companyId,
  request_id: request.requestId,
  place: request.place,
  key_id: request.keyId,
  answered_at: request.at,
  method: request.method,
  address: request.address,
  status: request.status,
  error: request.error,
  message: request.message,
  errors: request.errors,
  omitted_errors: request.omittedErrors,
  body: request.body,
});

interface NewRows {
  readonly requests: Json<readonly ReturnType<typeof toRow>[]>;
}

const INSERTED_COLUMNS = `company_id, request_id, place, key_id, answered_at, method, address, status, error,
  message, omitted_errors, body`;

// Gateways write one after the other, so that ids grow in the order in which readers see the rows.
// An advisory lock would need a transaction, which costs as much as a hundred rows.
const ADD = statement<NewRows>()(
  'add_logged_requests',
  `with lock as materialized (select from request_log_lock for update),
  request as (
    select request.*, date_trunc('hour', answered_at, 'UTC') as hour
    from lock cross join json_populate_recordset(null::logged_requests, :requests) request),
  newly_ignored as (
    insert into ignored_names (company_id, key_id, hour, message)
    select company_id, key_id, hour, ignored ->> 'message'
    from request cross join jsonb_array_elements(errors) ignored where status < 400
    on conflict do nothing
    returning company_id, key_id, hour, message),
  explained as (
    select *, case when status >= 400 then errors else (
      select jsonb_agg(ignored) from jsonb_array_elements(errors) ignored
      where (company_id, key_id, hour, ignored ->> 'message') in (table newly_ignored)) end as shown
    from request)
  insert into logged_requests (${INSERTED_COLUMNS}, errors)
  select ${INSERTED_COLUMNS}, shown from explained where shown is not null
  on conflict on constraint logged_requests_request_key do nothing`,
);

const MAX_LATEST = 1_000;

const LATEST_KEYS = statement<{ companyId: number }, { keyId: number }>()(
  'keys_of_latest_logged_requests',
  `select distinct key_id as "keyId" from (
     select key_id from logged_requests where company_id = :companyId
     order by id desc limit ${MAX_LATEST}) as latest`,
);

const COUNT = statement<{ companyId: number; since: Date }, RejectionCount>()(
  'count_logged_requests',
  `select to_char(answered_at at time zone 'UTC', 'YYYY-MM-DD') as date,
     coalesce(error, status::text) as error, count(*) as requests
   from logged_requests where company_id = :companyId and answered_at >= :since and status >= 400
   group by 1, 2 order by 1, 2`,
);

export const deleteIgnoredNames = createDeletion({
  table: 'ignored_names',
  key: 'company_id, key_id, hour, message',
  keptFor: { hour: '2 hours' },
});

export const deleteLoggedRequests = createDeletion({
  table: 'logged_requests',
  key: 'company_id, id',
  keptFor: { answered_at: '7 days' },
});

const createListSource = (companyId: number, filter: RequestFilter): ListSource => ({
  name: 'logged_requests',
  table: 'logged_requests request',
  columns: COLUMNS,
  joins: JOINS,
  owner: { company_id: companyId },
  where: toFilterConditions(filter),
  order: filter.after === undefined ? 'request.id desc' : 'request.id',
});

function toFilterConditions({ statuses, ...filter }: RequestFilter): SqlCondition[] {
  const conditions = toConditions(filter, {
    after: 'request.id > ?',
    error: 'request.error = ?',
    keyId: 'request.key_id = ?',
    method: 'request.method = ?',
    requestId: 'request.request_id = ?',
    place: 'request.place = ?',
    address: 'strpos(lower(request.address), lower(?)) > 0',
    from: 'request.answered_at >= ?',
    to: 'request.answered_at < ?',
  });
  if (!statuses) return conditions;
  return [['request.status between ? and ?', ...statuses], ...conditions];
}

export function createRequestLogStore(db: DataSource): RequestLogStore {
  const run = createRun(db);
  return {
    async add(requests) {
      await run(ADD, { requests: asJson(requests.map(toRow)) });
    },
    list: (companyId, filter, page) =>
      readListPage<StoredRequest>(run, createListSource(companyId, filter), page),
    async findKeys(companyId) {
      const rows = await run(LATEST_KEYS, { companyId });
      return new Set(rows.map(({ keyId }) => keyId));
    },
    count: (companyId, since) => run(COUNT, { companyId, since }),
  };
}
