import type { Caller, Context, DomainEvent } from '@svc/contracts';
import { statement, type Run } from '@svc/database';
import type { ServiceClient } from '@svc/http';

/** Our own copy of what another context says of its records. */
export interface Projection {
  /** Names the consumer that keeps it, of the events that carry the owner's cards. */
  readonly name: string;
  /** Keeps the card that an event carries. */
  apply(run: Run, event: DomainEvent): Promise<void>;
  /** Asks the owner for the cards of these records and keeps those that exist. */
  fetch(run: Run, ids: readonly number[], caller: Caller): Promise<void>;
  /** Reads all of the company's cards from the owner, and answers how many there are. */
  rebuild(run: Run, caller: Caller): Promise<number>;
}

/** How to ask the contexts whose records are copied. */
export type Owners<Owner extends Context> = Readonly<Record<Owner, Pick<ServiceClient, 'read'>>>;

/** What every card has beside its own fields. */
interface Versioned {
  readonly version: number;
}

export interface ProjectionSettings<Card extends Versioned, Owner extends Context> {
  readonly name: string;
  readonly owner: Owner;
  /** Where the owner answers reads of its cards. */
  readonly path: string;
  /** Our table: company_id, version, and columns named like the card's fields. */
  readonly table: string;
  /** The card's field that is the record's id. */
  readonly id: keyof Card & string;
  /** The other fields of the card that are copied. */
  readonly fields: readonly (keyof Card & string)[];
}

const CARDS_PER_READ = 1_000;
/** In an address of less than 8 KiB, though each id has 16 digits. */
const IDS_PER_READ = 400;

/**
 * A projection, once it is told how to ask its owner.
 *
 * The version guards the copies, because events may come late or twice. A card of the version that
 * is there is written again, so that a rebuild mends a copy that went wrong.
 */
export const projection =
  <Card extends Versioned, Owner extends Context>({
    name,
    owner,
    path,
    table,
    id,
    fields,
  }: ProjectionSettings<Card, Owner>) =>
  (owners: Owners<Owner>): Projection => {
    const copied = [...fields, 'version'];
    const columns = [id, ...copied].join(', ');
    // In order of id, so that two writers of the same records wait for each other in one order.
    const keep = statement(
      `keep_${table}`,
      `insert into ${table} as kept (company_id, ${columns})
       select $1, ${columns} from json_populate_recordset(null::${table}, $2) order by ${id}
       on conflict (company_id, ${id}) do update
         set ${copied.map((column) => `${column} = excluded.${column}`).join(', ')}
         where kept.version <= excluded.version`,
    );

    async function store(run: Run, companyId: number, cards: readonly Card[]): Promise<void> {
      if (cards.length > 0) await run(keep, [companyId, JSON.stringify(cards)]);
    }

    const read = async (query: string, caller: Caller): Promise<readonly Card[]> =>
      (await owners[owner].read<Card[]>(`${path}?${query}`, caller)) ?? [];

    return {
      name,

      async apply(run, event) {
        const card = event.data['card'] as Card | undefined;
        if (!card) throw new Error(`${event.type} of record ${event.recordId} has no card.`);
        await store(run, event.companyId, [card]);
      },

      async fetch(run, ids, caller) {
        for (let start = 0; start < ids.length; start += IDS_PER_READ) {
          const some = ids.slice(start, start + IDS_PER_READ);
          await store(run, caller.companyId, await read(`ids=${some.join(',')}`, caller));
        }
      },

      async rebuild(run, caller) {
        let total = 0;
        let after = 0;
        for (;;) {
          const cards = await read(`after=${after}&limit=${CARDS_PER_READ}`, caller);
          await store(run, caller.companyId, cards);
          total += cards.length;
          const last = cards.at(-1);
          if (!last || cards.length < CARDS_PER_READ) return total;
          after = Number(last[id]);
        }
      },
    };
  };
