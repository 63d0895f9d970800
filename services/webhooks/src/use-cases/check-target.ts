import { invalidField } from '@svc/contracts';
import {
  resolveAllowedAddresses,
  BlockedAddress,
  toHostName,
  type AddressGuard,
  type ResolveHost,
} from '@svc/outgoing-http';
import { parseTarget } from '../domain/target-url';

export interface SubmittedTarget {
  readonly url: string;
  readonly field: string;
}

export type CheckTarget = (given: SubmittedTarget) => Promise<void>;

const DEADLINE_MS = 5_000;

/** Each connection checks the address again. */
export const createCheckTarget =
  (guard: AddressGuard, resolve: ResolveHost, deadlineMs = DEADLINE_MS): CheckTarget =>
  async ({ url, field }) => {
    const target = parseTarget(url);
    if (typeof target === 'string') throw invalidField(field, `${field} ${target}.`);
    try {
      const looking = resolveAllowedAddresses(toHostName(target), { guard, resolve });
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
