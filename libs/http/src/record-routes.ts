import type { Page } from '@svc/kernel';
import type { ObjectSchema } from 'joi';
import type { Middleware } from 'koa';
import type { ResponseFormat } from './responses';
import { toPage, type PageQuery } from './fields';
import { createPrivateRoute, type PrivateCall } from './private-routes';
import { found, listed } from './replies';

type ReadCall<Query> = Omit<PrivateCall<Query, unknown>, 'body'>;

export const createListRoute = <Query extends PageQuery, Row, Body>(
  query: ObjectSchema<Query>,
  response: ResponseFormat<Row, Body>,
  read: (
    call: ReadCall<Query>,
    page: Page,
  ) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
): Middleware =>
  createPrivateRoute({ query }, async (call) => {
    const page = toPage(call.query);
    const { rows, total } = await read(call, page);
    return listed(response.presentAll(rows, call.view), page, total);
  });

export const createRecordRoute = <Row, Body>(
  response: ResponseFormat<Row, Body>,
  read: (call: Omit<ReadCall<unknown>, 'query'>) => Promise<Row>,
): Middleware =>
  createPrivateRoute({}, async (call) => found(response.present(await read(call), call.view)));
