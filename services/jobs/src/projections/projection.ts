import type { Caller, Context, DomainEvent } from '@svc/contracts';
import type { Run, Statement } from '@svc/database';
import type { ServiceClient } from '@svc/http';

/** Our own copy of what another context says of its records. */
export interface Projection {
  readonly name: string;
  readonly owner: Owner;
  /** Subject of the events that carry the owner's cards. */
  readonly filter: string;
  /** Keeps the card that an event carries. */
  apply(run: Run, event: DomainEvent): Promise<void>;
  /** Asks the owner for the cards of these records and keeps those that exist. */
  fetch(run: Run, ids: readonly number[], caller: Caller): Promise<void>;
  /** Reads all of the company's cards from the owner, and answers how many there are. */
  rebuild(run: Run, caller: Caller): Promise<number>;
}

/** The contexts whose records a job points to. */
export type Owner = Extract<Context, 'customers' | 'technicians' | 'assets'>;

/** How to ask each of them. */
export type Owners = Readonly<Record<Owner, Pick<ServiceClient, 'read'>>>;

interface ProjectionSettings<Card> {
  readonly name: string;
  readonly owner: Owner;
  /** Where the owner answers reads of its cards. */
  readonly path: string;
  readonly filter: string;
  readonly idOf: (card: Card) => number;
  /**
   * Takes the company and a JSON array of cards in order of id, and leaves alone what it already has
   * in a newer version. An equal version is written again, so that a rebuild mends what went wrong.
   */
  readonly keep: Statement;
}

const CARDS_PER_READ = 1_000;

export const projection =
  <Card>({ name, owner, path, filter, idOf, keep }: ProjectionSettings<Card>) =>
  (owners: Owners): Projection => {
    async function store(run: Run, companyId: number, cards: readonly Card[]): Promise<void> {
      if (cards.length === 0) return;
      const inOrder = cards.toSorted((one, other) => idOf(one) - idOf(other));
      await run(keep, [companyId, JSON.stringify(inOrder)]);
    }

    const read = async (query: string, caller: Caller): Promise<readonly Card[]> =>
      (await owners[owner].read<Card[]>(`${path}?${query}`, caller)) ?? [];

    return {
      name,
      owner,
      filter,

      async apply(run, event) {
        const card = event.data['card'] as Card | undefined;
        if (!card) throw new Error(`${event.type} of record ${event.recordId} has no card.`);
        await store(run, event.companyId, [card]);
      },

      async fetch(run, ids, caller) {
        for (let start = 0; start < ids.length; start += CARDS_PER_READ) {
          const some = ids.slice(start, start + CARDS_PER_READ);
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
          after = idOf(last);
        }
      },
    };
  };
