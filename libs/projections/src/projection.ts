import type { Caller, Context, DomainEvent } from '@svc/contracts';
import { asJson, statement, type Json, type Run } from '@svc/database';
import type { ServiceClient } from '@svc/http';

export interface Projection {
  /** Also the name of its consumer. */
  readonly name: string;
  /** Stores the newest summary of each record. */
  apply(run: Run, events: readonly DomainEvent[]): Promise<void>;
  /** Returns the ids that exist. */
  fetch(run: Run, ids: readonly number[], caller: Caller): Promise<readonly number[]>;
  /** Drops copies of records that do not exist; returns how many do. */
  rebuild(run: Run, caller: Caller): Promise<number>;
}

export type ProjectionOwners<Owner extends Context> = Readonly<
  Record<Owner, Pick<ServiceClient, 'read'>>
>;

interface Versioned {
  readonly version: number;
}

type Owned<Summary> = Summary & { readonly company_id: number };

export interface ProjectionSettings<Summary extends Versioned, Owner extends Context> {
  readonly name: string;
  readonly owner: Owner;
  readonly path: string;
  /** Has company_id, version, and columns named like the summary's fields. */
  readonly table: string;
  readonly id: keyof Summary & string;
  readonly fields: readonly (keyof Summary & string)[];
}

const MAX_SUMMARIES_PER_READ = 1_000;
/** The address may have 8 KiB. */
const MAX_ID_CHARACTERS = 7_500;

function* splitIds(ids: readonly number[]): Generator<string> {
  const texts = ids.map(String);
  let start = 0;
  let characters = 0;
  for (const [at, { length }] of texts.entries()) {
    if (at - start === MAX_SUMMARIES_PER_READ || characters + length > MAX_ID_CHARACTERS) {
      yield texts.slice(start, at).join();
      start = at;
      characters = 0;
    }
    characters += length + 1;
  }
  if (start < texts.length) yield texts.slice(start).join();
}

/**
 * An older version never replaces a newer one; an equal one is written again, so that a rebuild repairs wrong
 * copies.
 */
export const defineProjection =
  <Summary extends Versioned, Owner extends Context>({
    name,
    owner,
    path,
    table,
    id,
    fields,
  }: ProjectionSettings<Summary, Owner>) =>
  (owners: ProjectionOwners<Owner>): Projection => {
    const copied = [...fields, 'version'];
    const columns = [id, ...copied].join(', ');
    const idColumn: string = id;
    // Ordered, so that two writers cannot deadlock.
    const upsert = statement<{ summaries: Json<readonly Owned<Summary>[]> }>()(
      `keep_${table}`,
      `insert into ${table} as stored (company_id, ${columns})
       select company_id, ${columns} from json_populate_recordset(null::${table}, :summaries)
       order by company_id, ${idColumn}
       on conflict (company_id, ${idColumn}) do update
         set ${copied.map((column) => `${column} = excluded.${column}`).join(', ')}
         where stored.version <= excluded.version`,
    );

    const copiesAfter = statement<{ companyId: number; after: number }, { id: number }>()(
      `copies_after_${table}`,
      `select ${idColumn} as id from ${table}
       where company_id = :companyId and ${idColumn} > :after
       order by ${idColumn} limit ${MAX_SUMMARIES_PER_READ}`,
    );
    const drop = statement<{ companyId: number; ids: readonly number[] }>()(
      `drop_${table}`,
      `delete from ${table} where company_id = :companyId and ${idColumn} = any(:ids::bigint[])`,
    );

    async function store(run: Run, summaries: readonly Owned<Summary>[]): Promise<void> {
      if (summaries.length > 0) await run(upsert, { summaries: asJson(summaries) });
    }

    const owned = (companyId: number, summaries: readonly Summary[]): Owned<Summary>[] =>
      summaries.map((summary) => ({ ...summary, company_id: companyId }));

    /** A statement can write each row once. */
    function selectNewest(summaries: readonly Owned<Summary>[]): Owned<Summary>[] {
      const newest = new Map<string, Owned<Summary>>();
      for (const summary of summaries) {
        const key = `${summary.company_id} ${summary[id]}`;
        const other = newest.get(key);
        if (!other || other.version <= summary.version) newest.set(key, summary);
      }
      return [...newest.values()];
    }

    /** For many ids, reads from the owner which exist. */
    async function idsToRead(ids: readonly number[], caller: Caller): Promise<readonly number[]> {
      const named = ids.join();
      if (ids.length <= MAX_SUMMARIES_PER_READ && named.length <= MAX_ID_CHARACTERS) return ids;
      return callOwner<readonly number[]>(path, caller, { ids: named });
    }

    const read = (query: string, caller: Caller): Promise<readonly Summary[]> =>
      callOwner(`${path}?${query}`, caller);

    async function callOwner<Body>(url: string, caller: Caller, body?: object): Promise<Body> {
      const response = await owners[owner].read<Body>(url, caller, body);
      // Not the owner: an empty list would be wrong.
      if (!response) throw new Error(`${owner} has no route ${path}.`);
      return response;
    }

    return {
      name,

      async apply(run, events) {
        const summaries = events.flatMap(({ companyId, type, recordId, data }) => {
          const summary = data['card'] as Summary | undefined;
          if (!summary) throw new Error(`${type} of record ${recordId} has no card.`);
          return owned(companyId, [summary]);
        });
        await store(run, selectNewest(summaries));
      },

      async fetch(run, ids, caller) {
        const found: number[] = [];
        for (const some of splitIds(await idsToRead(ids, caller))) {
          const summaries = await read(`ids=${some}`, caller);
          await store(run, owned(caller.companyId, summaries));
          found.push(...summaries.map((summary) => Number(summary[id])));
        }
        return found;
      },

      async rebuild(run, caller) {
        const { companyId } = caller;
        let total = 0;
        let after = 0;
        for (;;) {
          // Read before the owner, so that copies made meanwhile are not dropped.
          const copies = await run(copiesAfter, { companyId, after });
          const summaries = await read(`after=${after}&limit=${MAX_SUMMARIES_PER_READ}`, caller);
          await store(run, owned(companyId, summaries));
          const next = Math.min(findLastId(copies, 'id'), findLastId(summaries, id));
          total += summaries.filter((summary) => Number(summary[id]) <= next).length;
          const there = new Set(summaries.map((summary) => Number(summary[id])));
          const strays = copies.filter((copy) => copy.id <= next && !there.has(copy.id));
          if (strays.length > 0) {
            await run(drop, { companyId, ids: strays.map((copy) => copy.id) });
          }
          if (next === Infinity) return total;
          after = next;
        }
      },
    };
  };

/** Infinity if the page is not full. */
const findLastId = <Row, Id extends keyof Row>(page: readonly Row[], id: Id): number =>
  page.length < MAX_SUMMARIES_PER_READ ? Infinity : Number(page.at(-1)?.[id]);
