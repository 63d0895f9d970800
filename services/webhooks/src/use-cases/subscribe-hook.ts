import { DomainError, invalidField, parseKeyId, type Caller } from '@svc/contracts';
import type { Condition } from '../domain/conditions';
import {
  applyEndpointChanges,
  createNewEndpoint,
  isPulled,
  reactivate,
  type ManagedEndpoint,
} from '../domain/endpoint';
import { getReadScope, type HookEvent } from '../domain/hook-events';
import { restoreHiddenValues, type OwnHeader } from '../domain/own-headers';
import { createSecrets, createSecret } from '../domain/signing-secret';
import type { EndpointRepository } from '../persistence/endpoint-repository';
import type { Dependencies } from './dependencies';
import { requireFeature } from './require-feature';
import { saveHeaderValues } from './save-headers';
import { updateMissingRights } from './update-missing-rights';

export interface SubscribeRequest {
  readonly url: string;
  /** The dashboard shows it in place of the address. */
  readonly name?: string;
  readonly events: readonly HookEvent[];
  /** Given headers and conditions replace those of an existing subscription. */
  readonly headers?: readonly OwnHeader[] | undefined;
  readonly conditions?: readonly Condition[] | undefined;
  /** Set for a request with an Idempotency-Key. */
  readonly idempotencyKey?: string | undefined;
}

export interface SubscribeResult {
  readonly subscription: ManagedEndpoint;
  /** False when an earlier request subscribed. */
  readonly isNew: boolean;
  /** Set if the subscription is new and its events are sent. */
  readonly secret: string | undefined;
}

const MAX_PER_KEY = 100;
/** For all keys together. */
const MAX_PER_COMPANY = 500;

export function requireKeyId({ actor }: Caller): number {
  const keyId = parseKeyId(actor);
  if (keyId === undefined) throw new Error(`${actor} is no API key.`);
  return keyId;
}

export function requireReadScope({ scopes }: Caller, event: HookEvent): void {
  const scope = getReadScope(event);
  if (scopes.includes(scope)) return;
  throw new DomainError('insufficient_scope', `${event} needs the scope ${scope}.`);
}

export async function reactivateSubscription(
  endpoints: EndpointRepository,
  subscription: ManagedEndpoint,
  at: Date,
): Promise<ManagedEndpoint> {
  if (subscription.isOn) return subscription;
  const on = reactivate(subscription, at);
  await endpoints.turnOn(on);
  return on;
}

async function changeSettings(
  endpoints: EndpointRepository,
  subscription: ManagedEndpoint,
  { headers, conditions, at }: Pick<SubscribeRequest, 'headers' | 'conditions'> & { at: Date },
): Promise<ManagedEndpoint> {
  if (!headers && !conditions) return subscription;
  const { url } = subscription;
  const headerNames =
    headers && (await saveHeaderValues(endpoints, subscription, { headers, url }));
  const changes = { ...(headerNames && { headerNames }), ...(conditions && { conditions }) };
  const changed = applyEndpointChanges(subscription, changes, at);
  await endpoints.update(changed);
  return changed;
}

const REPEATABLE_MS = 24 * 3_600_000;

/** The response to the subscribing request may have been lost; its repetition gets the same. */
async function isRepetition(
  idempotencyKey: string | undefined,
  { companyId, id, createdAt }: ManagedEndpoint,
  { endpoints, at }: { readonly endpoints: EndpointRepository; readonly at: Date },
): Promise<boolean> {
  if (idempotencyKey === undefined) return false;
  if (at.getTime() - createdAt.getTime() > REPEATABLE_MS) return false;
  return (await endpoints.count({ companyId, id, idempotencyKey })) > 0;
}

export const subscribeHook =
  ({ transact, companies: companyReads, checkTarget, now }: Dependencies) =>
  async (
    caller: Caller,
    { url, name, events, headers, conditions, idempotencyKey }: SubscribeRequest,
  ): Promise<SubscribeResult> => {
    const { companyId } = caller;
    const keyId = requireKeyId(caller);
    for (const event of events) {
      await requireFeature({ companies: companyReads }, caller, event);
      requireReadScope(caller, event);
    }
    const isSent = !isPulled({ url });
    if (isSent) await checkTarget({ url, field: 'target_url' });
    return transact(async (unit) => {
      const { endpoints, companies, rights } = unit;
      // Serialized, so that neither a limit nor a revocation can be bypassed.
      await endpoints.lockSubscriptions([companyId]);
      if (await rights.isRevoked(companyId, keyId)) {
        throw new DomainError('unauthorized', 'The API key has been revoked.');
      }
      const at = now();
      await companies.saveCaller(caller);
      // Locked, because a revocation or a 410 may be removing it: then this is a new subscription.
      const existing = await endpoints.lockOldest({ companyId, keyId, url }, events[0]);
      if (existing) {
        const isNew = await isRepetition(idempotencyKey, existing, { endpoints, at });
        const secrets =
          isNew && isSent ? await endpoints.getSecrets(companyId, existing.id) : undefined;
        const active = await reactivateSubscription(endpoints, existing, at);
        const settings = { headers, conditions, at };
        const subscription = await changeSettings(endpoints, active, settings);
        return { subscription, isNew, secret: secrets?.current };
      }
      if ((await endpoints.count({ companyId, keyId })) >= MAX_PER_KEY) {
        throw invalidField(
          'event',
          `An API key has at most ${MAX_PER_KEY} subscriptions; remove one first.`,
        );
      }
      if ((await endpoints.count({ companyId, managedBy: 'api' })) >= MAX_PER_COMPANY) {
        throw invalidField(
          'event',
          `A company has at most ${MAX_PER_COMPANY} subscriptions; remove one first.`,
        );
      }
      const secret = isSent ? createSecret() : undefined;
      const details = {
        companyId,
        keyId,
        managedBy: 'api',
        url,
        name: name ?? null,
        events,
        headers: restoreHiddenValues(headers ?? [], []),
        conditions,
        secrets: secret === undefined ? null : createSecrets(secret),
        idempotencyKey,
      } as const;
      const subscription = await endpoints.add(createNewEndpoint(details, at));
      // The rights in this call may be older than those last announced.
      await updateMissingRights(unit, companyId, at);
      return { subscription, isNew: true, secret };
    });
  };
