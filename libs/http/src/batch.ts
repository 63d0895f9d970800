import type Router from '@koa/router';
import { countArrayItems, MAX_BATCH_ENTRIES, MAX_BATCH_ITEMS, type Caller } from '@svc/contracts';
import Joi, { type CustomValidator, type ObjectSchema } from 'joi';
import { array, uniqueByField } from './array';
import { createPrivateRoute } from './private-routes';
import { found } from './replies';

export interface Batch<Entry> {
  readonly entries: readonly Entry[];
}

const isSmallEnough: CustomValidator<readonly unknown[]> = (entries, { error }) =>
  countArrayItems(entries) - entries.length > MAX_BATCH_ITEMS ? error('batch.items') : entries;

export const createBatchSchema = <Entry>(
  entry: ObjectSchema<Entry>,
  key: keyof Entry & string,
): ObjectSchema<Batch<Entry>> =>
  Joi.object<Batch<Entry>>({
    entries: array(entry, MAX_BATCH_ENTRIES)
      .min(1)
      .custom(uniqueByField(key))
      .custom(isSmallEnough)
      .messages({
        'batch.items': `{{#label}} must not hold more than ${MAX_BATCH_ITEMS} items in all`,
      })
      .required(),
  });

interface Entries<Entry> {
  readonly path: string;
  readonly entry: ObjectSchema<Entry>;
  /** The field that identifies an entry; a batch has each value once. */
  readonly key: keyof Entry & string;
  /** Returns a result for each entry. */
  save(caller: Caller, entries: readonly Entry[]): Promise<readonly object[]>;
}

/** Adds routes that save one entry of the operator's manifest, or a batch of them. */
export const addManifestRoutes = <Entry>(
  router: Router,
  { path, entry, key, save }: Entries<Entry>,
): Router =>
  router
    .put(
      path,
      createPrivateRoute({ body: entry }, async ({ body, caller }) =>
        found((await save(caller, [body]))[0]),
      ),
    )
    .put(
      `${path}/batch`,
      createPrivateRoute({ body: createBatchSchema(entry, key) }, async ({ body, caller }) =>
        found(await save(caller, body.entries)),
      ),
    );
