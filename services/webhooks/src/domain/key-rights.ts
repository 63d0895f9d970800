import { API_PLAN, type Feature, type Plan, type Scope } from '@svc/contracts';
import { featureOf, HOOK_EVENTS, readScopeOf, type HookEvent } from './hook-events';

/** What an API key may do, with what its company has. */
export interface KeyRights {
  /** With those that others imply. */
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
}

const hookEventOf = (type: string): HookEvent | undefined =>
  HOOK_EVENTS.find((event) => event === type);

/** Whether events of a type may be sent to the subscriptions of a key. */
export function mayReceive(type: string, { scopes, plan }: KeyRights): boolean {
  const event = hookEventOf(type);
  if (!event || plan !== API_PLAN) return false;
  return scopes.includes('webhooks:manage') && scopes.includes(readScopeOf(event));
}

/** Whether a company has the feature that events of a type are part of, where they are part of one. */
export function hasFeatureOf(type: string, features: readonly Feature[]): boolean {
  const event = hookEventOf(type);
  const feature = event && featureOf(event);
  return feature === undefined || features.includes(feature);
}
