import { asJson, statement, type Json, type Run } from '@svc/database';
import { groupBy } from '@svc/kernel';
import type { LoggedAttempt } from '../domain/attempt';
import type { StatusAfterAttempt } from '../domain/endpoint';

/** An attempt, and what it makes of its delivery. */
export interface AttemptToLog extends LoggedAttempt {
  readonly day: string;
  readonly companyId: number;
  readonly deliveryId: string;
  readonly status: StatusAfterAttempt;
  readonly nextAttemptAt: Date | null;
}

// Locks the queue before the log (`latest` joins both CTEs), as stopping deliveries does; another
// order would deadlock. One day and explicit ids: the planner does not see that a join by day
// touches one partition, and would read all days.
const FINISH = statement<{
  attempts: Json<ReturnType<typeof groupByBody>>;
  day: string;
  companyIds: readonly number[];
  deliveryIds: readonly string[];
}>()(
  'finish_attempts',
  `with given as (
     select sent.request_body, attempt.*
     from json_to_recordset(:attempts) as sent (request_body text, attempts json)
     cross join lateral json_to_recordset(sent.attempts) as attempt (company_id bigint,
       delivery_id text collate "C", attempt_id text, number integer, started_at timestamptz,
       duration_ms integer, response_code integer, error text, request_headers json, response_body text,
       status text, next_attempt_at timestamptz)),
   logged as (
     insert into attempts (day, company_id, id, delivery_id, number, started_at, duration_ms,
       response_code, error, request_headers, request_body, response_body)
     select :day::date, company_id, attempt_id, delivery_id, number, started_at, duration_ms,
       response_code, error, request_headers, request_body, response_body from given),
   later as (
     update pending_deliveries p
     set planned_at = given.next_attempt_at, due_at = given.next_attempt_at, attempts = p.attempts + 1, is_retry = true
     from given
     where given.next_attempt_at is not null
       and p.company_id = given.company_id and p.delivery_id = given.delivery_id
     returning p.company_id, p.delivery_id),
   done as (
     delete from pending_deliveries p using given
     where given.next_attempt_at is null
       and p.company_id = given.company_id and p.delivery_id = given.delivery_id
     returning p.company_id, p.delivery_id),
   latest as (
     select distinct on (given.company_id, given.delivery_id) given.company_id, given.delivery_id,
       given.started_at, given.response_code, given.status, given.error, given.next_attempt_at,
       given.next_attempt_at is null or later.delivery_id is not null as is_current
     from given
     left join later using (company_id, delivery_id)
     left join done using (company_id, delivery_id)
     order by given.company_id, given.delivery_id, given.started_at desc)
   update deliveries d
   set attempts = d.attempts + 1, last_attempt_at = latest.started_at,
     response_code = latest.response_code,
     status = case when is_current then latest.status else d.status end,
     error = case when is_current then latest.error else d.error end,
     next_attempt_at = case when is_current then latest.next_attempt_at end
   from latest
   where d.day = :day::date and d.company_id = any(:companyIds::bigint[])
     and d.id = any(:deliveryIds::text[])
     and d.company_id = latest.company_id and d.id = latest.delivery_id`,
);

/**
 * A delivery that was stopped meanwhile stays stopped unless the attempt was its last one or
 * succeeded.
 */
export async function logAttempts(run: Run, entries: readonly AttemptToLog[]): Promise<void> {
  for (const [day, attempts] of groupBy(entries, ({ day }) => day)) {
    await run(FINISH, {
      attempts: asJson(groupByBody(attempts)),
      day,
      companyIds: attempts.map(({ companyId }) => companyId),
      deliveryIds: attempts.map(({ deliveryId }) => deliveryId),
    });
  }
}

const groupByBody = (attempts: readonly AttemptToLog[]) =>
  [...groupBy(attempts, ({ requestBody }) => requestBody)].map(([body, same]) => ({
    request_body: body,
    attempts: same.map(toEntryRow),
  }));

const toEntryRow = (each: AttemptToLog) => ({
  company_id: each.companyId,
  delivery_id: each.deliveryId,
  attempt_id: each.id,
  number: each.number,
  started_at: each.startedAt,
  duration_ms: each.durationMs,
  response_code: each.responseCode,
  error: each.error,
  request_headers: each.requestHeaders,
  response_body: each.responseBody,
  status: each.status,
  next_attempt_at: each.nextAttemptAt,
});
