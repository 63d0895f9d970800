import { invalidField } from '@svc/contracts';
import {
  allowedAddresses,
  BlockedAddress,
  hostOf,
  type AddressGuard,
  type ResolveHost,
} from '@svc/outgoing-http';
import { readTarget } from '../domain/target-url';

/** An address that a company gives, and the name of its field. */
export interface GivenTarget {
  readonly url: string;
  readonly field: string;
}

/** Refuses an address that events must not be sent to. */
export type CheckTarget = (given: GivenTarget) => Promise<void>;

const DEADLINE_MS = 5_000;

/** The rules of an address, before anything is sent there; they hold again for each connection. */
export const checkTargetWith =
  (guard: AddressGuard, resolve: ResolveHost, deadlineMs = DEADLINE_MS): CheckTarget =>
  async ({ url, field }) => {
    const target = readTarget(url);
    if (typeof target === 'string') throw invalidField(field, `${field} ${target}.`);
    try {
      const looking = allowedAddresses(hostOf(target), { guard, resolve });
      await Promise.race([looking, rejectAfter(deadlineMs)]);
    } catch (error) {
      throw invalidField(
        field,
        error instanceof BlockedAddress
          ? `${field} must be on the public internet.`
          : `${field} names a host that cannot be resolved.`,
      );
    }
  };

const rejectAfter = (ms: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The name servers did not answer.')), ms).unref();
  });
