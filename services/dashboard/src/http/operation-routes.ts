import type Router from '@koa/router';
import {
  COLLECTIONS,
  DomainError,
  canHavePrecondition,
  invalidField,
  INTERNAL_IDEMPOTENCY_KEY_HEADER,
  parseQuery,
  resolveOperation,
  splitTarget,
} from '@svc/contracts';
import { readBytes } from '@svc/http';
import type { Context } from 'koa';
import { getRecordRights, RECORDS } from '../../contract/rights';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, requirePerson } from './person-routes';
import { requireFeature } from './require-feature';

export const operationRoutes = ({ callOperation }: DashboardUseCases): Router =>
  peopleRouter().all('/v1/:collection', async (ctx) => {
    const { path, query } = splitTarget(ctx.req.url ?? '');
    const records = RECORDS.find((each) => path === `/dashboard/api/v1/${each}`);
    const rights = records && getRecordRights(records);
    const requester = requirePerson(
      ctx,
      rights?.[ctx.method === 'GET' ? 'read' : 'change'] ?? 'own_account',
    );
    // Other collections, such as webhook subscriptions, are for API keys only.
    const collection = COLLECTIONS.find(({ owner }) => owner === records);
    if (!records || !collection) throw new DomainError('not_found', `${path} does not exist.`);
    const { name } = resolveOperation(collection, ctx.method, parseQuery(query));
    ctx.state['operation'] = name;
    if (collection.feature) requireFeature(requester.company, collection.feature);
    const { status, contentType, body } = await callOperation(requester, records, {
      method: ctx.method as 'GET' | 'POST' | 'PUT' | 'PATCH',
      path: query === '' ? collection.path : `${collection.path}?${query}`,
      operation: name,
      headers: selectHeaders(ctx),
      body: ctx.method === 'GET' ? null : await readBytes(ctx.req),
    });
    ctx.status = status;
    ctx.type = contentType;
    ctx.body = body;
  });

const IDEMPOTENCY_KEY = /^[\w-]{1,64}$/;

function selectHeaders(ctx: Context): Readonly<Record<string, string>> {
  if (canHavePrecondition(ctx.method)) {
    const versions = ctx.get('If-Match');
    return versions === '' ? {} : { 'if-match': versions };
  }
  const key = ctx.get('Idempotency-Key');
  if (key === '' || ctx.method !== 'POST') return {};
  if (IDEMPOTENCY_KEY.test(key)) return { [INTERNAL_IDEMPOTENCY_KEY_HEADER]: key };
  throw invalidField(
    'Idempotency-Key',
    'Idempotency-Key must have 1 to 64 letters, digits, hyphens and underscores.',
  );
}
