import Router from '@koa/router';
import { JSON_VALUES_LIMIT } from '@svc/contracts';
import { idList, object, queryInteger } from './fields';
import { privateRoute } from './private-routes';
import { found } from './replies';

export interface CardSource<Card> {
  byIds(companyId: number, ids: readonly number[]): Promise<readonly Card[]>;
  after(companyId: number, id: number, limit: number): Promise<readonly Card[]>;
  idsAmong(companyId: number, ids: readonly number[]): Promise<readonly number[]>;
}

const MAX_CARDS = 1_000;

const cardsQuery = object({
  ids: idList(MAX_CARDS),
  after: queryInteger(0).default(0),
  limit: queryInteger(1, MAX_CARDS).default(MAX_CARDS),
});

const idsBody = object({ ids: idList(JSON_VALUES_LIMIT).required() });

export const serveCards = <Card>(path: string, source: CardSource<Card>): Router =>
  new Router({ sensitive: true, strict: true })
    .get(
      path,
      privateRoute({ query: cardsQuery }, async ({ query: { ids, after, limit }, caller }) =>
        found(
          ids
            ? await source.byIds(caller.companyId, ids)
            : await source.after(caller.companyId, after, limit),
        ),
      ),
    )
    .post(
      path,
      privateRoute({ body: idsBody }, async ({ body: { ids }, caller }) =>
        found(await source.idsAmong(caller.companyId, ids)),
      ),
    );
