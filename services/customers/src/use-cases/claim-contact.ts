import { contactConflict, ContactTaken } from '../domain/contact-conflict';
import type { Dependencies } from './dependencies';

const ATTEMPTS = 5;

/**
 * Runs a write that claims an e-mail address, a phone and perhaps external ids, and refuses by naming
 * who has them.
 *
 * The unique constraints decide, so that two at once cannot both win. When the holder has let go by
 * the time it is looked up, the write is tried again.
 */
export async function claimContact<T>(
  { customers, externalIds }: Pick<Dependencies, 'customers' | 'externalIds'>,
  write: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await externalIds.claim(write);
    } catch (error) {
      if (!(error instanceof ContactTaken)) throw error;
      const conflict = contactConflict(error.claim, await customers.holders(error.claim));
      if (conflict) throw conflict;
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
