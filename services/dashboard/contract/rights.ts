/** The roles of the people who run a company's account. */
export const ROLES = ['owner', 'manager'] as const;

export type Role = (typeof ROLES)[number];

const EVERYBODY = ROLES;
const OWNERS = ['owner'] as const;

/**
 * What a person may do, by role: the one table, for the server, which refuses, and for the browser,
 * which does not show what would be refused.
 */
export const RIGHTS = {
  /** One's own name, password, two-step verification and sessions. */
  own_account: EVERYBODY,
  /** The page on which one arrives, and how much of the API is used. */
  overview: EVERYBODY,
  notifications: EVERYBODY,
  activity: EVERYBODY,
  api_keys: EVERYBODY,
  webhooks: EVERYBODY,
  /** Jobs, customers, assets and all else that the API's operations read and write. */
  records: EVERYBODY,
  team: OWNERS,
  company_settings: OWNERS,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Right = keyof typeof RIGHTS;

export const mayUse = (role: Role, right: Right): boolean =>
  (RIGHTS[right] as readonly Role[]).includes(role);
