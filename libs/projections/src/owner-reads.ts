import type { Caller } from '@svc/contracts';
import type { Run } from '@svc/database';
import type { ServiceClient } from '@svc/http';
import type { Projection, Versioned } from './projection';

/** How many cards a rebuild reads at once. */
const REBUILD_CARDS = 1_000;

/** Where a projection asks when it has no copy: the context that owns the records. */
export interface Owned<Card extends Versioned> {
  readonly projection: Projection<Card>;
  readonly owner: Pick<ServiceClient, 'read'>;
  readonly run: Run;
}

/**
 * Makes sure that there are copies of those records that exist, with at most one question to their
 * owner; throws when the owner cannot be asked.
 */
export async function readThrough<Card extends Versioned>(
  { projection, owner, run }: Owned<Card>,
  caller: Caller,
  ids: readonly number[],
): Promise<void> {
  const missing = await projection.missing(run, caller.companyId, ids);
  if (missing.length === 0) return;
  const cards = await owner.read<Card[]>(`${projection.path}?ids=${missing.join(',')}`, caller);
  await projection.store(run, caller.companyId, cards ?? []);
}

/** Copies all of the company's records again and answers how many there are. */
export async function rebuild<Card extends Versioned>(
  { projection, owner, run }: Owned<Card>,
  caller: Caller,
): Promise<number> {
  let copied = 0;
  let after = 0;
  for (;;) {
    const path = `${projection.path}?after=${after}&limit=${REBUILD_CARDS}`;
    const cards = (await owner.read<Card[]>(path, caller)) ?? [];
    await projection.store(run, caller.companyId, cards);
    copied += cards.length;
    const last = cards.at(-1);
    if (!last || cards.length < REBUILD_CARDS) return copied;
    after = Number(last[projection.id]);
  }
}
