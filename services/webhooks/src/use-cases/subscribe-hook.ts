import { DomainError, invalidField, parseKeyId, type Caller } from '@svc/contracts';
import { newEndpoint, switchedOn, type LastingEndpoint } from '../domain/endpoint';
import { readScopeOf, type HookEvent } from '../domain/hook-events';
import { firstSecrets, newSecret } from '../domain/signing-secret';
import type { EndpointRepository } from '../persistence/endpoint-repository';
import type { Dependencies } from './dependencies';
import { requireFeature } from './require-feature';
import { updatePauses } from './update-pauses';

export interface SubscribeHook {
  readonly url: string;
  readonly event: HookEvent;
  /** Set for a request with an Idempotency-Key. */
  readonly requestName?: string | undefined;
}

export interface Subscribed {
  readonly subscription: LastingEndpoint;
  /** Null when an earlier request subscribed: a secret is returned once. */
  readonly secret: string | null;
}

const MAX_SUBSCRIPTIONS = 100;
/** For all keys together. */
const MAX_OF_A_COMPANY = 500;

export function requireKeyId({ actor }: Caller): number {
  const keyId = parseKeyId(actor);
  if (keyId === undefined) throw new Error(`${actor} is no API key.`);
  return keyId;
}

export function requireReadScope({ scopes }: Caller, event: HookEvent): void {
  const scope = readScopeOf(event);
  if (scopes.includes(scope)) return;
  throw new DomainError('insufficient_scope', `${event} needs the scope ${scope}.`);
}

/** Forgets the failures. */
async function turnedOn(
  endpoints: EndpointRepository,
  subscription: LastingEndpoint,
  at: Date,
): Promise<LastingEndpoint> {
  if (subscription.isOn) return subscription;
  const on = switchedOn(subscription, at);
  await endpoints.turnOn(on);
  return on;
}

/** How long a request with an Idempotency-Key may be repeated. */
const REPEATABLE_MS = 24 * 3_600_000;

/**
 * Returns the secret only to a repetition of the subscribing request, whose response may have been
 * lost.
 */
async function secretFor(
  requestName: string | undefined,
  { companyId, id, createdAt }: LastingEndpoint,
  { endpoints, at }: { readonly endpoints: EndpointRepository; readonly at: Date },
): Promise<string | null> {
  if (requestName === undefined) return null;
  if (at.getTime() - createdAt.getTime() > REPEATABLE_MS) return null;
  const [made] = await endpoints.find({ companyId, id, subscribedBy: requestName });
  return made ? (await endpoints.secretsOf(companyId, id)).current : null;
}

export const subscribeHook =
  ({ transact, companies: known, checkTarget, now }: Dependencies) =>
  async (caller: Caller, { url, event, requestName }: SubscribeHook): Promise<Subscribed> => {
    const { companyId, sandboxOf, zone, country } = caller;
    const keyId = requireKeyId(caller);
    await requireFeature({ companies: known }, caller, event);
    requireReadScope(caller, event);
    await checkTarget({ url, field: 'target_url' });
    return transact(async (unit) => {
      const { endpoints, companies, rights } = unit;
      // Serialized, so that neither a limit nor a revocation can be bypassed.
      await endpoints.lockSubscriptionsOf([companyId]);
      if (await rights.isRevoked(companyId, keyId)) {
        throw new DomainError('unauthorized', 'The API key was revoked.');
      }
      const at = now();
      // The gateway may not have announced the company yet.
      const settings = { zone, country, plan: null, features: null, version: 0 };
      await companies.keep({ companyId, sandboxOf, ...settings });
      // Locked, because a revocation or a 410 may be removing it: then this is a new subscription.
      const same = await endpoints.lockOldest({ companyId, keyId, url }, event);
      if (same) {
        const secret = await secretFor(requestName, same, { endpoints, at });
        return { subscription: await turnedOn(endpoints, same, at), secret };
      }
      if ((await endpoints.count({ companyId, keyId })) >= MAX_SUBSCRIPTIONS) {
        throw invalidField('event', `An API key has at most ${MAX_SUBSCRIPTIONS} subscriptions.`);
      }
      if ((await endpoints.count({ companyId, managedBy: 'api' })) >= MAX_OF_A_COMPANY) {
        throw invalidField('event', `A company has at most ${MAX_OF_A_COMPANY} subscriptions.`);
      }
      const secret = newSecret();
      const secrets = firstSecrets(secret);
      const details = {
        companyId,
        keyId,
        managedBy: 'api',
        url,
        events: [event],
        secrets,
        subscribedBy: requestName,
      } as const;
      const subscription = await endpoints.add(newEndpoint(details, at));
      // The call may be older than an announced change of the key.
      await updatePauses(unit, companyId, at);
      return { subscription, secret };
    });
  };
