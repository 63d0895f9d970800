import type { Page } from '@svc/kernel';
import type { ObjectSchema } from 'joi';
import type { Middleware } from 'koa';
import type { Answer } from './answers';
import { pageOf, type PageQuery } from './fields';
import { privateRoute, type PrivateCall } from './private-routes';
import { found, listed } from './replies';
import { viewOf } from './view';

type Question<Query> = Omit<PrivateCall<Query, unknown>, 'body'>;

export const listRoute = <Query extends PageQuery, Row, Body>(
  query: ObjectSchema<Query>,
  shown: Answer<Row, Body>,
  read: (
    question: Question<Query>,
    page: Page,
  ) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
): Middleware =>
  privateRoute({ query }, async (question) => {
    const page = pageOf(question.query);
    const { rows, total } = await read(question, page);
    return listed(shown.presentAll(rows, viewOf(question.caller)), page, total);
  });

export const recordRoute = <Row, Body>(
  shown: Answer<Row, Body>,
  read: (question: Omit<Question<unknown>, 'query'>) => Promise<Row>,
): Middleware =>
  privateRoute({}, async (question) =>
    found(shown.present(await read(question), viewOf(question.caller))),
  );
