export const ROLES = ['owner', 'manager'] as const;

export type Role = (typeof ROLES)[number];

const EVERYBODY = ROLES;
const OWNERS = ['owner'] as const;

/** The server enforces this table; the browser hides what it does not allow. */
export const RIGHTS = {
  own_account: EVERYBODY,
  overview: EVERYBODY,
  notifications: EVERYBODY,
  activity: EVERYBODY,
  api_keys: EVERYBODY,
  webhooks: EVERYBODY,
  /** Everything that the API's operations read and write. */
  records: EVERYBODY,
  team: OWNERS,
  company_settings: OWNERS,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Right = keyof typeof RIGHTS;

export const mayUse = (role: Role, right: Right): boolean =>
  (RIGHTS[right] as readonly Role[]).includes(role);
