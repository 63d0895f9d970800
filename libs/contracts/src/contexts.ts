export const CONTEXTS = [
  'jobs',
  'customers',
  'assets',
  'inventory',
  'technicians',
  'webhooks',
] as const;

export type Context = (typeof CONTEXTS)[number];

/** The dashboard has no address for integrators. */
export const SERVICES = [...CONTEXTS, 'dashboard'] as const;

export type ServiceName = (typeof SERVICES)[number];

export const PROCESSES = ['gateway', ...SERVICES] as const;

export type ProcessName = (typeof PROCESSES)[number];

export const FEATURES = ['inventory'] as const;
export type Feature = (typeof FEATURES)[number];

export const PLANS = ['starter', 'professional', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** The only plan with API access. */
export const API_PLAN: Plan = 'enterprise';
