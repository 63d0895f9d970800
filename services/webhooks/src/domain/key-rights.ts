import { API_PLAN, type Feature, type Plan, type Scope } from '@svc/contracts';
import { findRequiredFeature, HOOK_EVENTS, getReadScope, type HookEvent } from './hook-events';
import { TEST_EVENT } from './webhook-body';

export interface GrantedRights {
  /** Implied scopes included. */
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
}

const toHookEvent = (type: string): HookEvent | undefined =>
  HOOK_EVENTS.find((event) => event === type);

export function mayReceive(type: string, { scopes, plan }: GrantedRights): boolean {
  if (plan !== API_PLAN || !scopes.includes('webhooks:manage')) return false;
  const event = toHookEvent(type);
  return event ? scopes.includes(getReadScope(event)) : type === TEST_EVENT;
}

export function hasFeatureFor(type: string, features: readonly Feature[]): boolean {
  const event = toHookEvent(type);
  const feature = event && findRequiredFeature(event);
  return feature === undefined || features.includes(feature);
}
