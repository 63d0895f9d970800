export interface Deprecation {
  /** First day of deprecation: YYYY-MM-DD, in UTC. */
  readonly since: string;
  /** First day on which it may be gone. */
  readonly sunset: string;
}
