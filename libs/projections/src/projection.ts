import type { DomainEvent } from '@svc/contracts';
import { runOn, statement, type Run } from '@svc/database';
import type { EntityManager } from 'typeorm';

/** What every card has beside its own fields. */
export interface Versioned {
  readonly version: number;
}

export interface ProjectionSettings<Card extends Versioned> {
  /** First word of the owner's events: `location` of `location.updated`. */
  readonly record: string;
  /** The owner's internal read, one of INTERNAL_READS. */
  readonly path: string;
  /** Our table; its columns are company_id, version, and those named here. */
  readonly table: string;
  /** The card's field, and our column, that is the record's id; with company_id the table's key. */
  readonly id: keyof Card & string;
  /** The card's fields, and our columns, that are copied. */
  readonly fields: readonly (keyof Card & string)[];
}

/** Local copies of another context's records of one kind. */
export interface Projection<Card extends Versioned = never> {
  readonly record: string;
  readonly path: string;
  readonly id: keyof Card & string;
  /** Keeps the cards, but for those of which we have a newer one. */
  store(run: Run, companyId: number, cards: readonly Card[]): Promise<void>;
  /** Those of the records that we have no copy of. */
  missing(run: Run, companyId: number, ids: readonly number[]): Promise<number[]>;
}

/**
 * Declares the copies of one kind of record.
 *
 * The version guards them: events may come late or twice. A card of the version that we have is
 * written again, so that a rebuild repairs a copy that was damaged.
 */
export function projection<Card extends Versioned>({
  record,
  path,
  table,
  id,
  fields,
}: ProjectionSettings<Card>): Projection<Card> {
  const copied = [...fields, 'version'];
  // In order of id, so that two writers that share records wait for each other in one order.
  const store = statement(
    `store_${table}`,
    `insert into ${table} (company_id, ${id}, ${copied.join(', ')})
     select $1, ${id}, ${copied.join(', ')}
     from json_populate_recordset(null::${table}, $2::json) order by ${id}
     on conflict (company_id, ${id}) do update
     set ${copied.map((column) => `${column} = excluded.${column}`).join(', ')}
     where ${table}.version <= excluded.version`,
  );
  const missing = statement(
    `missing_${table}`,
    `select asked.id from unnest($2::bigint[]) as asked (id)
     where not exists (select from ${table} where company_id = $1 and ${id} = asked.id)`,
  );

  return {
    record,
    path,
    id,
    async store(run, companyId, cards) {
      if (cards.length > 0) await run(store, [companyId, JSON.stringify(cards)]);
    },
    async missing(run, companyId, ids) {
      if (ids.length === 0) return [];
      return (await run<{ id: number }>(missing, [companyId, [...ids]])).map((row) => row.id);
    },
  };
}

/** Handles an owner's events: the card of each goes to the projection of its kind of record. */
export const projectEvents =
  (projections: readonly Projection[]) =>
  async (tx: EntityManager, { type, companyId, data }: DomainEvent): Promise<void> => {
    const { card } = data;
    const kind = projections.find(({ record }) => type.startsWith(`${record}.`));
    if (kind && card) await kind.store(runOn(tx), companyId, [card as never]);
  };
