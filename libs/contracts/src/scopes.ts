export const SCOPES = [
  'jobs:read',
  'jobs:write',
  'customers:read',
  'customers:write',
  'assets:read',
  'assets:write',
  'assets:transfer',
  'assets:meter',
  'assets:service',
  'inventory:read',
  'inventory:write',
  'inventory:transfer',
  'technicians:read',
  'webhooks:manage',
] as const;

export type Scope = (typeof SCOPES)[number];

const IMPLIED: Partial<Record<Scope, Scope>> = { 'inventory:write': 'inventory:read' };

/** Adds the scopes that the given ones imply. */
export const effectiveScopes = (given: readonly Scope[]): Scope[] => {
  const all = given.flatMap((scope) => [scope, IMPLIED[scope] ?? scope]);
  return SCOPES.filter((scope) => all.includes(scope));
};
