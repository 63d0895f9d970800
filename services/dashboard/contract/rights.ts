export const ROLES = ['owner', 'manager', 'dispatcher', 'storekeeper', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

const EVERYBODY = ROLES;
const OWNERS = ['owner'] as const;
const MANAGERS = ['owner', 'manager'] as const;
const OFFICE = [...MANAGERS, 'dispatcher'] as const;
const STOCK = [...MANAGERS, 'storekeeper'] as const;

/** The server enforces this table; the browser hides what it does not allow. */
export const RIGHTS = {
  own_account: EVERYBODY,
  overview: EVERYBODY,
  notifications: EVERYBODY,
  /** With invoices. */
  read_jobs: EVERYBODY,
  change_jobs: OFFICE,
  /** With service requests. */
  read_customers: [...OFFICE, 'viewer'],
  change_customers: OFFICE,
  read_assets: EVERYBODY,
  change_assets: MANAGERS,
  read_inventory: [...STOCK, 'viewer'],
  change_inventory: STOCK,
  /** With the schedule. */
  read_technicians: [...OFFICE, 'viewer'],
  change_technicians: MANAGERS,
  set_up: MANAGERS,
  /** Deletions, restorations and calendar links. */
  activity: [...MANAGERS, 'viewer'],
  /** Also sign-ins, keys, webhooks, team, settings, and the addresses that people used. */
  whole_activity: MANAGERS,
  api_keys: MANAGERS,
  webhooks: MANAGERS,
  team: OWNERS,
  company_settings: OWNERS,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Right = keyof typeof RIGHTS;

export const mayUse = (role: Role, right: Right): boolean =>
  (RIGHTS[right] as readonly Role[]).includes(role);

export const RECORDS = ['jobs', 'customers', 'assets', 'inventory', 'technicians'] as const;

type Records = (typeof RECORDS)[number];

export interface RecordRights {
  readonly read: Right;
  readonly change: Right;
}

export const getRecordRights = (records: Records): RecordRights => ({
  read: `read_${records}`,
  change: `change_${records}`,
});
