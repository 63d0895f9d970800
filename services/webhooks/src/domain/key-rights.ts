import { API_PLAN, type Feature, type Plan, type Scope } from '@svc/contracts';
import { findRequiredFeature, HOOK_EVENTS, getReadScope, type HookEvent } from './hook-events';

export interface GrantedRights {
  /** Implied scopes included. */
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
}

const toHookEvent = (type: string): HookEvent | undefined =>
  HOOK_EVENTS.find((event) => event === type);

export function mayReceive(type: string, { scopes, plan }: GrantedRights): boolean {
  const event = toHookEvent(type);
  if (!event || plan !== API_PLAN) return false;
  return scopes.includes('webhooks:manage') && scopes.includes(getReadScope(event));
}

export function hasFeatureFor(type: string, features: readonly Feature[]): boolean {
  const event = toHookEvent(type);
  const feature = event && findRequiredFeature(event);
  return feature === undefined || features.includes(feature);
}
