import type { Page } from '@svc/kernel';
import type { ObjectSchema } from 'joi';
import type { Middleware } from 'koa';
import type { ResponseFormat } from './responses';
import { toPage, type PageQuery } from './fields';
import { createPrivateRoute, type PrivateCall } from './private-routes';
import { found, listed } from './replies';
import { toView } from './view';

type ReadCall<Query> = Omit<PrivateCall<Query, unknown>, 'body'>;

export const createListRoute = <Query extends PageQuery, Row, Body>(
  query: ObjectSchema<Query>,
  response: ResponseFormat<Row, Body>,
  read: (
    question: ReadCall<Query>,
    page: Page,
  ) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
): Middleware =>
  createPrivateRoute({ query }, async (question) => {
    const page = toPage(question.query);
    const { rows, total } = await read(question, page);
    return listed(response.presentAll(rows, toView(question.caller)), page, total);
  });

export const createRecordRoute = <Row, Body>(
  response: ResponseFormat<Row, Body>,
  read: (question: Omit<ReadCall<unknown>, 'query'>) => Promise<Row>,
): Middleware =>
  createPrivateRoute({}, async (question) =>
    found(response.present(await read(question), toView(question.caller))),
  );
