import Router from '@koa/router';
import { JSON_VALUES_LIMIT } from '@svc/contracts';
import { idList, object, queryInteger } from './fields';
import { privateRoute } from './private-routes';
import { found } from './replies';

/** Where a context reads the cards of its own records from. */
export interface CardSource<Card> {
  /** The cards of those records that the company has, in any order. */
  byIds(companyId: number, ids: readonly number[]): Promise<readonly Card[]>;
  /** The next cards after an id, in order of id. */
  after(companyId: number, id: number, limit: number): Promise<readonly Card[]>;
  /** The ids of those records that the company has, in any order. */
  idsAmong(companyId: number, ids: readonly number[]): Promise<readonly number[]>;
}

const MAX_CARDS = 1_000;

const cardsQuery = object({
  ids: idList(MAX_CARDS),
  after: queryInteger(0).default(0),
  limit: queryInteger(1, MAX_CARDS).default(MAX_CARDS),
});

/** No body of the API names more. */
const idsBody = object({ ids: idList(JSON_VALUES_LIMIT).required() });

/**
 * Answers one of the INTERNAL_READS: some cards by id, the next ones for a rebuild, or which ids of many
 * there are.
 */
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
