import { API_PLAN, type Feature, type Plan, type Scope } from '@svc/contracts';
import { featureOf, HOOK_EVENTS, readScopeOf, type HookEvent } from './hook-events';

export interface KeyRights {
  /** Implied scopes included. */
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
}

const hookEventOf = (type: string): HookEvent | undefined =>
  HOOK_EVENTS.find((event) => event === type);

export function mayReceive(type: string, { scopes, plan }: KeyRights): boolean {
  const event = hookEventOf(type);
  if (!event || plan !== API_PLAN) return false;
  return scopes.includes('webhooks:manage') && scopes.includes(readScopeOf(event));
}

export function hasFeatureOf(type: string, features: readonly Feature[]): boolean {
  const event = hookEventOf(type);
  const feature = event && featureOf(event);
  return feature === undefined || features.includes(feature);
}
