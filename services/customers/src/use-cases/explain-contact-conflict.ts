import { findContactConflict, ContactTaken } from '../domain/contact-conflict';
import type { Dependencies } from './dependencies';

const MAX_ATTEMPTS = 5;

/**
 * Runs a write. If its contact is taken, throws an error that names the holder, or retries if the holder has
 * released it.
 */
export async function explainContactConflict<T>(
  { customers, externalIds }: Pick<Dependencies, 'customers' | 'externalIds'>,
  write: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await externalIds.rejectDuplicates(write);
    } catch (error) {
      if (!(error instanceof ContactTaken) || !error.claim) throw error;
      const conflict = findContactConflict(error.claim, await customers.findHolders(error.claim));
      if (conflict) throw conflict;
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
