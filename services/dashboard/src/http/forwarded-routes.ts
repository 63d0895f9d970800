import type Router from '@koa/router';
import { TEST_EVENT_TIMEOUT_MS, type Feature } from '@svc/contracts';
import { readPathId, readBytes, sendReply } from '@svc/http';
import { createLimitPerKey } from '@svc/kernel';
import type { Context } from 'koa';
import { getRecordRights, type RecordRights, type Right } from '../../contract/rights';
import type { Requester, Owner } from '../owners/owners';
import type { DashboardUseCases } from '../use-cases';
import {
  logAsset,
  logChangedKey,
  logCustomer,
  logEndpoint,
  logJob,
  logNewKey,
  logKnownEndpoint,
  logResent,
  logResentFailed,
  logRevokedKey,
  logRolledKey,
  logActivation,
  type ChangeLog,
} from './change-log';
import { peopleRouter, requirePerson } from './person-routes';
import { requireFeature } from './require-feature';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Extras {
  /** Replaces ids of people or keys, whose names the owner does not know. */
  readonly addNames?: 'nameAuthors' | 'nameKey' | 'nameKeys';
  readonly log?: ChangeLog;
  readonly sendsTest?: true;
}

/** Paths are relative to /dashboard/api and to the owner's private surface. */
type ForwardedRoute = readonly [route: `${Method} /${string}`, ownerPath: string, extras?: Extras];

type AddNames = (requester: Requester, data: never) => Promise<unknown>;

interface RoutesOfOwner {
  readonly owner: Owner;
  readonly rights: RecordRights;
  readonly feature?: Feature;
  readonly deadlineMs?: number;
  readonly routes: readonly ForwardedRoute[];
}

const AUTHORS = { addNames: 'nameAuthors' } as const;
const KEY = { addNames: 'nameKey' } as const;
const KEYS = { addNames: 'nameKeys' } as const;

const toRights = (right: Right): RecordRights => ({ read: right, change: right });

/**
 * The owner validates the input and words its errors; the dashboard adds right, feature, names and
 * activity log.
 */
const FORWARDED: readonly RoutesOfOwner[] = [
  {
    owner: 'jobs',
    rights: getRecordRights('jobs'),
    routes: [
      ['GET /jobs', '/jobs'],
      ['GET /worklists', '/worklists'],
      ['GET /jobs/:id', '/jobs/:id'],
      ['GET /jobs/:id/history', '/jobs/:id/history', AUTHORS],
      ['PUT /jobs/:id/requirements', '/jobs/:id/requirements'],
      ['PUT /jobs/:id/schedule', '/jobs/:id/schedule'],
      ['POST /jobs/:id/delete', '/jobs/:id/delete', { log: logJob('Deleted') }],
      ['POST /jobs/:id/restore', '/jobs/:id/restore', { log: logJob('Restored') }],
      ['GET /jobs/:id/invoices', '/jobs/:id/invoices'],
      ['POST /jobs/:id/invoices', '/jobs/:id/invoices'],
      ['POST /invoices/:id/payments', '/invoices/:id/payments'],
      ['GET /overview/jobs', '/schedule/today'],
      ['GET /overview/money', '/invoice-sums'],
      ['GET /schedule/jobs', '/schedule'],
      ['GET /customers/:id/jobs', '/jobs?customer_id=:id'],
      ['GET /technicians/:id/jobs', '/technicians/:id/jobs'],
    ],
  },
  {
    owner: 'customers',
    rights: getRecordRights('customers'),
    routes: [
      ['GET /customers', '/customers'],
      ['GET /customers/:id', '/customers/:id'],
      ['GET /customers/:id/history', '/customers/:id/history', AUTHORS],
      ['POST /customers/:id/remove', '/customers/:id/delete', { log: logCustomer('Removed') }],
      ['POST /customers/:id/restore', '/customers/:id/restore', { log: logCustomer('Restored') }],
      ['GET /customers/:id/locations', '/customers/:id/locations'],
      ['GET /locations/:id', '/locations/:id'],
      ['GET /service-requests', '/service-requests'],
      ['GET /service-requests/:id', '/service-requests/:id'],
    ],
  },
  {
    owner: 'assets',
    rights: getRecordRights('assets'),
    routes: [
      ['GET /assets', '/assets'],
      ['GET /assets/:id', '/assets/:id'],
      ['GET /assets/:id/history', '/assets/:id/history', AUTHORS],
      ['POST /assets/:id/delete', '/assets/:id/delete', { log: logAsset('Deleted') }],
      ['POST /assets/:id/restore', '/assets/:id/restore', { log: logAsset('Restored') }],
      ['GET /assets/:id/service-records', '/assets/:id/service-records'],
      ['GET /assets/:id/transfers', '/assets/:id/transfers'],
      ['GET /assets/:id/meters', '/assets/:id/meters'],
      ['POST /assets/:id/meters', '/assets/:id/meters'],
      ['PUT /meters/:id', '/meters/:id'],
      ['GET /meters/:id/readings', '/meters/:id/readings'],
      ['GET /asset-types', '/asset-types'],
      ['PUT /asset-types', '/asset-types'],
      ['GET /customers/:id/assets', '/customers/:id/assets'],
    ],
  },
  {
    owner: 'inventory',
    rights: getRecordRights('inventory'),
    feature: 'inventory',
    routes: [
      ['GET /inventory', '/items'],
      ['GET /inventory/:id', '/items/:id'],
      ['GET /inventory/:id/transactions', '/items/:id/transactions', AUTHORS],
      ['POST /inventory/:id/adjust', '/items/:id/adjust'],
      ['POST /inventory/transfer', '/stock-transfers'],
      ['GET /item-categories', '/item-categories'],
      ['GET /inventory-locations', '/inventory-locations'],
      ['POST /inventory-locations', '/inventory-locations'],
      ['PATCH /inventory-locations/:id', '/inventory-locations/:id'],
      ['GET /suppliers', '/suppliers'],
      ['POST /suppliers', '/suppliers'],
      ['PATCH /suppliers/:id', '/suppliers/:id'],
    ],
  },
  {
    owner: 'inventory',
    rights: getRecordRights('jobs'),
    routes: [['GET /jobs/:id/reservations', '/reservations?job_id=:id']],
  },
  {
    owner: 'technicians',
    rights: getRecordRights('technicians'),
    routes: [
      ['GET /technicians', '/technicians'],
      ['GET /technicians/:id', '/technicians/:id'],
      ['POST /technicians', '/technicians'],
      ['PUT /technicians/:id', '/technicians/:id'],
      ['GET /skill-names', '/skill-names'],
      ['GET /schedule/technicians', '/schedule'],
    ],
  },
  {
    owner: 'webhooks',
    rights: toRights('webhooks'),
    deadlineMs: TEST_EVENT_TIMEOUT_MS,
    routes: [
      ['GET /webhooks/endpoints', '/endpoints', KEYS],
      ['POST /webhooks/endpoints', '/endpoints', { log: logEndpoint('Created') }],
      ['GET /webhooks/endpoints/:id', '/endpoints/:id', KEY],
      ['PATCH /webhooks/endpoints/:id', '/endpoints/:id', { ...KEY, log: logEndpoint('Changed') }],
      ['DELETE /webhooks/endpoints/:id', '/endpoints/:id', { log: logKnownEndpoint('Deleted') }],
      [
        'POST /webhooks/endpoints/:id/test',
        '/endpoints/:id/ping',
        { sendsTest: true, log: logKnownEndpoint('Sent a test to') },
      ],
      [
        'POST /webhooks/endpoints/:id/on',
        '/endpoints/:id/on',
        { sendsTest: true, log: logActivation },
      ],
      [
        'POST /webhooks/endpoints/:id/off',
        '/endpoints/:id/off',
        { log: logKnownEndpoint('Turned off') },
      ],
      [
        'POST /webhooks/endpoints/:id/secret',
        '/endpoints/:id/rotate',
        { log: logEndpoint('Created a new secret for') },
      ],
      ['GET /webhooks/deliveries', '/deliveries'],
      [
        'POST /webhooks/deliveries/resend-failed',
        '/deliveries/resend-failed',
        { log: logResentFailed },
      ],
      ['GET /webhooks/deliveries/failed-count', '/deliveries/failed-count'],
      ['GET /webhooks/deliveries/:delivery_id', '/delivery?id=:delivery_id'],
      ['POST /webhooks/deliveries/resend', '/deliveries/resend', { log: logResent }],
      ['GET /overview/deliveries', '/deliveries-by-hour'],
    ],
  },
  {
    owner: 'gateway',
    rights: toRights('api_keys'),
    routes: [
      ['GET /api-keys', '/keys'],
      ['GET /api-keys/requests', '/key-requests'],
      ['POST /api-keys', '/keys', { log: logNewKey }],
      ['PATCH /api-keys/:id', '/keys/:id', { log: logChangedKey }],
      ['POST /api-keys/:id/roll', '/keys/:id/roll', { log: logRolledKey }],
      ['POST /api-keys/:id/revoke', '/keys/:id/revoke', { log: logRevokedKey }],
      ['GET /overview/requests', '/usage'],
      ['GET /request-log', '/requests'],
      ['GET /request-log/keys', '/key-names'],
      ['GET /request-log/rejections', '/rejections'],
      ['GET /request-log/:request_id', '/request?request_id=:request_id'],
    ],
  },
  { owner: 'gateway', rights: toRights('company_settings'), routes: [['GET /company', '']] },
];

/**
 * A test event waits for its receiver. Webhooks runs twice as many writes of a company at a time: a
 * queued test would time out, and trip the breaker for all companies.
 */
const MAX_CONCURRENT_TESTS = 2;

export const forwardedRoutes = (dashboard: DashboardUseCases): Router => {
  const router = peopleRouter();
  const limitTests = createLimitPerKey(MAX_CONCURRENT_TESTS);

  async function forward(
    ctx: Context,
    { owner, rights, feature, deadlineMs }: RoutesOfOwner,
    [, ownerPath, { addNames, log, sendsTest } = {}]: ForwardedRoute,
  ): Promise<void> {
    const method = ctx.method as Method;
    const isRead = method === 'GET';
    const requester = requirePerson(ctx, isRead ? rights.read : rights.change);
    // Throws for an invalid id.
    readPathId(ctx);
    if (feature) requireFeature(requester.company, feature);
    const body = isRead ? undefined : await readBytes(ctx.req);
    const path = withQuery(pathFor(ctx, ownerPath), ctx.querystring);
    const call = { method, path, body, deadlineMs: isRead ? undefined : deadlineMs };
    const callOwner = () => dashboard.callOwner(requester, owner, call);

    const read = { method: 'GET', path: pathFor(ctx, log?.readFrom ?? '') } as const;
    const before = log?.readFrom && (await dashboard.callOwner(requester, owner, read)).body.data;
    const { status, body: response } = await (sendsTest
      ? limitTests(String(requester.company.companyId), callOwner)
      : callOwner());
    const after = response.data;
    const activity = log?.describe({ before, after, sent: body, person: requester.person });
    if (activity) await dashboard.recordActivity(requester, activity);
    const nameData: AddNames | undefined = addNames && dashboard[addNames];
    const data = nameData ? await nameData(requester, after as never) : after;
    sendReply(ctx, { status, body: { ...response, data } });
  }

  for (const group of FORWARDED) {
    for (const route of group.routes) {
      const [method = '', path = ''] = route[0].split(' ');
      router.register(path, [method], (ctx) => forward(ctx, group, route));
    }
  }
  return router;
};

const pathFor = ({ params }: Context, ownerPath: string): string =>
  ownerPath.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Readonly<Record<string, string>>)[name] ?? ''),
  );

function withQuery(path: string, query: string): string {
  if (query === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
