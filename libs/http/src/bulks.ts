import {
  OPERATION_START_DEADLINE_MS,
  BULK_HEADER,
  MAX_BULK_OPERATIONS,
  DomainError,
  ERROR_STATUS,
  isBulk,
  POOL_SIZE,
  resolveOperation,
  INCOMPLETE_HEADER,
  type Caller,
  type Collection,
  type Query,
} from '@svc/contracts';
import { createLimitPerKey, runInOrder, yieldToEventLoop } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import Joi from 'joi';
import type { Context } from 'koa';
import * as fields from './fields';
import { requireAdmitted, requireCallerScope, type CallState } from './identify-caller';
import {
  parseJson,
  readUncompressedBytes,
  rejectForbiddenTexts,
  type JsonObject,
} from './read-json';
import { written, type Reply } from './replies';
import { createErrorBody, createInternalError } from './respond-with-errors';
import {
  parseRequestQuery,
  sendReply,
  type CheckedOperation,
  type Routes,
  type ServedRoutes,
} from './serve';
import { findUnknownFields, findUnknownParameters } from './pick-known-fields';
import type { SchemaValue } from './typed-schema';
import { announceIgnored, readPreference, type UnknownInput } from './unknown-input';
import { validate } from './validate';

export interface BulkOperationKey {
  readonly companyId: number;
  readonly bulk: string;
  readonly place: number;
}

/**
 * Runs work in one transaction that also stores its reply. A repetition returns the stored reply; a
 * concurrent one waits for it.
 */
export type RunOnce<UseCases> = <OwnReply extends Reply>(
  key: BulkOperationKey,
  work: (useCases: UseCases) => Promise<OwnReply>,
) => Promise<OwnReply>;

export interface BulksSettings<UseCases> {
  readonly contract: Collection;
  readonly useCases: UseCases;
  readonly createRoutes: (useCases: UseCases) => ServedRoutes;
  readonly runOnce: RunOnce<UseCases>;
  readonly isConcurrent?: boolean;
  readonly log: Logger;
  /** Milliseconds on the clock of `CallState.startedMs`. */
  readonly now?: () => number;
}

export const bulkBody = fields.object({
  operations: fields
    .array(
      fields.object({
        method: fields.oneOf(['POST', 'PUT', 'PATCH']).required(),
        id: fields.id().description('As in the address of a single call.'),
        location_id: fields.id().description('As in the address of a single call.'),
        sub: fields
          .anyText()
          .description('As in the address of a single call; `locations` stands for `locations=1`.'),
        body: fields
          .withType<object>()(Joi.object({}).unknown())
          .required()
          .description('The body of a single call.'),
      }),
      MAX_BULK_OPERATIONS,
    )
    .min(1)
    .required(),
});

export type BulkOperation = SchemaValue<typeof bulkBody>['operations'][number] & {
  readonly body: JsonObject;
};

export type BulkOperationAddress = Omit<BulkOperation, 'body'>;

type Step =
  | { readonly call: CheckedOperation; readonly reply?: undefined }
  | { readonly call?: undefined; readonly reply: Reply };

interface Bulk extends Pick<CallState, 'caller' | 'requestId' | 'at'> {
  /** Empty without an Idempotency-Key. */
  readonly name: string;
  readonly unknown: UnknownInput;
  /** Whether no further operation may start: out of time, or the client has disconnected. */
  isOver(): boolean;
}

/** How many operations of one company run at once: each may hold a database connection. */
const MAX_CONCURRENT_PER_COMPANY = POOL_SIZE / 2;

const FAULT_STATUS = ERROR_STATUS.internal_error;

/** Checks take up to a few tenths of a millisecond, so the event loop is yielded to after this many. */
const MAX_CHECKS_PER_TURN = 10;

/**
 * Handles `POST ?action=bulk` of a collection: each operation in its own transaction, with the response of
 * a single call. All are checked first, so that a malformed one costs no transaction, and prepared
 * together, so that other contexts are called once. Mount it before the collection's routes.
 *
 * With an Idempotency-Key each operation runs once; a 500 is not stored, so that a repetition finishes the
 * rest.
 */
export function createBulkRoutes<UseCases>({
  contract,
  useCases,
  createRoutes,
  runOnce,
  isConcurrent = false,
  log,
  now = () => performance.now(),
}: BulksSettings<UseCases>): Routes {
  const routes = createRoutes(useCases);
  const runWithinLimit = createLimitPerKey(MAX_CONCURRENT_PER_COMPANY);

  async function respondToBulk(ctx: Context): Promise<void> {
    const { caller, requestId, at, startedMs = now() } = ctx.state as CallState;
    const endMs = startedMs + OPERATION_START_DEADLINE_MS;
    const isOver = (): boolean => now() >= endMs || ctx.req.socket.destroyed;
    const unknown = readPreference(ctx);
    const name = ctx.get(BULK_HEADER);
    const bulk: Bulk = { caller, requestId, at, name, unknown, isOver };
    const operations = await readOperations(ctx, caller, unknown);
    const steps = await checkAll(operations, bulk);
    const prepared = steps.map(async ({ call }) => call && routes.prepare(call));
    await Promise.allSettled(prepared);
    const runStep = (step: Step, place: number): Promise<Reply> =>
      runOrReject(step, prepared[place], bulk, place);
    const replies = isConcurrent
      ? await runInOrderOfRecords(operations, (place) =>
          runWithinLimit(String(caller.companyId), () => runStep(steps[place] as Step, place)),
        )
      : await runInOrder(steps, runStep);
    if (replies.some(({ status }) => status === FAULT_STATUS)) ctx.set(INCOMPLETE_HEADER, '1');
    const done = replies.filter(({ status }) => status < 300).length;
    announceIgnored(ctx, unknown);
    sendReply(ctx, written(`${done} of ${replies.length} operations succeeded.`, replies));
  }

  async function checkAll(
    operations: readonly BulkOperation[],
    bulk: Bulk,
  ): Promise<readonly Step[]> {
    const steps: Step[] = [];
    for (const [place, operation] of operations.entries()) {
      if (place % MAX_CHECKS_PER_TURN === 0) await yieldToEventLoop();
      steps.push(checkOne(operation, bulk));
    }
    return steps;
  }

  function checkOne(one: BulkOperation, bulk: Bulk): Step {
    const { caller, at, unknown } = bulk;
    try {
      const query = toOperationQuery(contract, one);
      const operation = resolveOperation(contract, one.method, query);
      requireCallerScope(caller, operation);
      const body = (): JsonObject => {
        rejectForbiddenTexts(one.body);
        return one.body;
      };
      const request = { operation, at, query, hasBody: true, body, caller, unknown };
      return { call: routes.check(request) };
    } catch (error) {
      return { reply: toErrorReply(error, bulk) };
    }
  }

  async function runOrReject(
    { call, reply }: Step,
    prepared: Promise<unknown> | undefined,
    bulk: Bulk,
    place: number,
  ): Promise<Reply> {
    if (!call) return reply;
    const { caller, name, requestId } = bulk;
    const work = async (on: ServedRoutes): Promise<Reply> => {
      // Not awaited before `runOnce`: an operation that is already done returns its stored reply even if it
      // can no longer be prepared.
      await prepared;
      return on.perform(call);
    };
    try {
      if (bulk.isOver()) throw new DomainError('internal_error', NOT_STARTED);
      const done =
        name === ''
          ? await work(routes)
          : await runOnce({ companyId: caller.companyId, bulk: name, place }, (on) =>
              work(createRoutes(on)),
            );
      return { ...done, body: { ...done.body, request_id: requestId } };
    } catch (error) {
      return toErrorReply(error, bulk);
    }
  }

  function toErrorReply(error: unknown, { requestId }: Bulk): Reply {
    if (!(error instanceof DomainError)) {
      log.error({ request_id: requestId, err: error }, 'bulk operation failed');
    }
    const rejection = error instanceof DomainError ? error : createInternalError();
    return { status: ERROR_STATUS[rejection.code], body: createErrorBody(rejection, requestId) };
  }

  return {
    routes: () => (ctx, next) => {
      if (ctx.path !== contract.path || ctx.method !== 'POST' || ctx.search === '') return next();
      const operation = resolveOperation(contract, ctx.method, parseRequestQuery(ctx));
      if (!isBulk(operation)) return next();
      ctx.state.operation = operation.name;
      ctx._matchedRoute = contract.path;
      requireAdmitted(ctx, operation);
      return respondToBulk(ctx);
    },
  };
}

const NO_FILTERS = fields.object({});

const NOT_STARTED =
  'This operation was not started because earlier ones took too long. Send it again.';

async function readOperations(
  ctx: Context,
  { zone }: Caller,
  { report }: UnknownInput,
): Promise<readonly BulkOperation[]> {
  const json = parseJson(await readUncompressedBytes(ctx.req), isBodyOfOperation);
  report([
    ...findUnknownParameters(NO_FILTERS, parseRequestQuery(ctx), ['action']),
    ...findUnknownFields(bulkBody, json),
  ]);
  const { operations } = validate(bulkBody, json, { convert: false, context: { zone } });
  const given = json['operations'] as readonly { readonly body: JsonObject }[];
  return operations.map((one, place) => ({ ...one, body: given[place]?.body ?? {} }));
}

/** Each body is checked with its operation, so that it is rejected alone. */
const isBodyOfOperation = ([first, , member, ...inside]: readonly string[]): boolean =>
  first === 'operations' && member === 'body' && inside.length === 0;

/** The operations as they were sent, unchecked; none if the text is rejected as a whole. */
export function parseOperations(text: Buffer): readonly unknown[] {
  try {
    const { operations } = parseJson(text, isBodyOfOperation);
    return Array.isArray(operations) ? operations : [];
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

export function toOperationQuery(
  contract: Collection,
  { id, location_id, sub }: BulkOperationAddress,
): Query {
  const query: Record<string, string> = {};
  if (id !== undefined) query['id'] = String(id);
  if (location_id !== undefined) query['location_id'] = String(location_id);
  const hasLocations = Object.values(contract.operations).some(({ where }) => where['locations']);
  const isForLocations = sub === 'locations' || (sub === undefined && location_id !== undefined);
  if (hasLocations && isForLocations) query['locations'] = '1';
  else if (sub !== undefined) query['sub'] = sub;
  return query;
}

/** Runs operations concurrently, but those on the same record one after another. */
function runInOrderOfRecords(
  operations: readonly BulkOperation[],
  work: (place: number) => Promise<Reply>,
): Promise<Reply[]> {
  const latest = new Map<number, Promise<unknown>>();
  return Promise.all(
    operations.map(({ id }, place) => {
      if (id === undefined) return work(place);
      const reply = (latest.get(id) ?? Promise.resolve()).then(() => work(place));
      latest.set(id, reply);
      return reply;
    }),
  );
}
